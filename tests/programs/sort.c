/* SPDX-License-Identifier: Apache-2.0 */
/* Ordinary library code: sorting with comparison functions, searching, strings. */
#include "common/program.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 600, WORDS = 120 };

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int compare_words(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sift(uint32_t *heap, size_t root, size_t size) {
    for (size_t child; (child = 2 * root + 1) < size; root = child) {
        child += child + 1 < size && heap[child] < heap[child + 1];
        if (heap[root] >= heap[child]) {
            return;
        }
        uint32_t value = heap[root];
        heap[root] = heap[child];
        heap[child] = value;
    }
}

static void heap_sort(uint32_t *numbers, size_t size) {
    for (size_t i = size / 2; i-- > 0;) {
        sift(numbers, i, size);
    }
    for (size_t i = size; i-- > 1;) {
        uint32_t value = numbers[0];
        numbers[0] = numbers[i];
        numbers[i] = value;
        sift(numbers, 0, i);
    }
}

static int sort_numbers(void) {
    static uint32_t a[NUMBERS], b[NUMBERS];
    uint32_t random = 7;
    for (unsigned i = 0; i < NUMBERS; i++) {
        a[i] = next_random(&random);
    }
    memcpy(b, a, sizeof a);
    qsort(a, NUMBERS, sizeof a[0], compare_numbers);
    heap_sort(b, NUMBERS);
    for (unsigned i = 1; i < NUMBERS; i++) {
        if (a[i - 1] > a[i]) {
            return 1;
        }
    }
    uint32_t *found = bsearch(&a[123], b, NUMBERS, sizeof b[0], compare_numbers);
    return memcmp(a, b, sizeof a) == 0 && found == &b[123] ? 0 : 2;
}

static int sort_words(void) {
    static char text[WORDS * 8];
    static char *words[WORDS];
    uint32_t random = 99;
    for (unsigned i = 0; i < WORDS; i++) {
        char word[8] = {0};
        for (unsigned j = 0; j < 3 + i % 4; j++) {
            word[j] = (char)('a' + next_random(&random) % 26);
        }
        strcat(strcat(text, i == 0 ? "" : " "), word);
    }
    size_t length = strlen(text);
    unsigned count = 0;
    char *rest = text;
    for (char *word; count < WORDS && (word = strtok_r(rest, " ", &rest)) != NULL;) {
        words[count++] = word;
    }
    qsort(words, count, sizeof words[0], compare_words);
    size_t letters = 0;
    for (unsigned i = 0; i < count; i++) {
        letters += strlen(words[i]);
        if (i > 0 && strcmp(words[i - 1], words[i]) > 0) {
            return 3;
        }
    }
    return count == WORDS && letters + WORDS - 1 == length ? 0 : 4;
}

int main(void) {
    int status = sort_numbers();
    return status != 0 ? status : sort_words();
}
