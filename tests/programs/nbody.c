/* SPDX-License-Identifier: Apache-2.0 */
/* Floating point: planets that must keep their energy, and a matrix times its inverse. */
#include "common/program.h"

#include <math.h>

enum { BODIES = 4, SIZE = 8 };

typedef struct body {
    double x[3], v[3], mass;
} body;

static body bodies[BODIES] = {
    {{0, 0, 0}, {0, 0, 0}, 40},
    {{5, -1, 0}, {0.6, 2.8, 0}, 0.04},
    {{8, 4, -0.4}, {-1, 1.8, 0.01}, 0.01},
    {{13, -15, -0.2}, {1, 0.9, -0.01}, 0.002},
};

static double distance(const body *a, const body *b) {
    double sum = 0;
    for (unsigned k = 0; k < 3; k++) {
        sum += (a->x[k] - b->x[k]) * (a->x[k] - b->x[k]);
    }
    return sqrt(sum);
}

static double energy(void) {
    double sum = 0;
    for (unsigned i = 0; i < BODIES; i++) {
        const double *v = bodies[i].v;
        sum += bodies[i].mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2;
        for (unsigned j = i + 1; j < BODIES; j++) {
            sum -= bodies[i].mass * bodies[j].mass / distance(&bodies[i], &bodies[j]);
        }
    }
    return sum;
}

static void advance(double time) {
    for (unsigned i = 0; i < BODIES; i++) {
        for (unsigned j = 0; j < BODIES; j++) {
            double d = i == j ? 1 : distance(&bodies[i], &bodies[j]);
            for (unsigned k = 0; k < 3; k++) {
                bodies[i].v[k] +=
                    time * bodies[j].mass * (bodies[j].x[k] - bodies[i].x[k]) / (d * d * d);
            }
        }
    }
    for (unsigned i = 0; i < BODIES; i++) {
        for (unsigned k = 0; k < 3; k++) {
            bodies[i].x[k] += time * bodies[i].v[k];
        }
    }
}

/* Gauss-Jordan without pivoting, for a matrix with a strong diagonal. */
static void invert(double a[SIZE][SIZE], double inverse[SIZE][SIZE]) {
    for (unsigned i = 0; i < SIZE; i++) {
        double pivot = a[i][i];
        for (unsigned k = 0; k < SIZE; k++) {
            a[i][k] /= pivot;
            inverse[i][k] /= pivot;
        }
        for (unsigned j = 0; j < SIZE; j++) {
            double factor = a[j][i];
            for (unsigned k = 0; j != i && k < SIZE; k++) {
                a[j][k] -= factor * a[i][k];
                inverse[j][k] -= factor * inverse[i][k];
            }
        }
    }
}

static double matrix_error(void) {
    static double a[SIZE][SIZE], work[SIZE][SIZE], inverse[SIZE][SIZE];
    for (unsigned i = 0; i < SIZE; i++) {
        for (unsigned j = 0; j < SIZE; j++) {
            a[i][j] = work[i][j] = i == j ? 10 + cos(i) : sin(3.0 * i + j);
            inverse[i][j] = i == j;
        }
    }
    invert(work, inverse);
    double worst = 0;
    for (unsigned i = 0; i < SIZE; i++) {
        for (unsigned j = 0; j < SIZE; j++) {
            double sum = -(double)(i == j);
            for (unsigned k = 0; k < SIZE; k++) {
                sum += a[i][k] * inverse[k][j];
            }
            worst = fmax(worst, fabs(sum));
        }
    }
    return worst;
}

int main(void) {
    double before = energy();
    for (unsigned step = 0; step < 150; step++) {
        advance(0.002);
    }
    if (fabs(energy() - before) > 0.01 * fabs(before)) {
        return 1;
    }
    return matrix_error() < 1e-12 ? 0 : 2;
}
