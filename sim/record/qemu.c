/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/record/qemu.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LOG_FD = 3,            /* in the child; NT_QEMU_LOG names it */
    PIPE_SIZE = 1 << 20,   /* bytes */
    LONG_READ = 1 << 16,   /* a read that brings less lets the pipe fill before the next one */
    NAP = 2 * 1000 * 1000, /* nanoseconds */
};

struct nt_qemu {
    const char *name;
    pid_t pid;
    unsigned timeout; /* seconds */
    int log;
    int complaints; /* its standard error */
    int written;    /* its standard output, for `console`; -1: none */
    FILE *console;
    int signals;
    sigset_t mask; /* as it was before */
    bool read_short;
    int signal; /* that came; 0: none */
    bool still; /* nothing came for `timeout` */
    char complaint[200];
};

static void close_if_open(int fd) {
    if (fd >= 0) {
        (void)close(fd);
    }
}

static void nap(void) {
    struct timespec time = {.tv_nsec = NAP};
    (void)nanosleep(&time, NULL);
}

/* Pipes to the child, each with its reading and its writing end. */
typedef struct pipes {
    int log[2];
    int complaints[2];
    int failure[2]; /* errno, where exec fails; closed by it where not */
    int talk[2];    /* both ways, for its standard input and output; -1: none */
    int console[2]; /* its standard output; -1: none */
} pipes;

/* Runs in the child, between fork and exec: system calls only. */
static void become_qemu(char *const argv[], const pipes *p, const sigset_t *mask, pid_t parent) {
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    /* The pipes' ends are above LOG_FD, so that nothing is overwritten before it is used. */
    int talk = p->talk[1] >= 0 ? p->talk[1] : null;
    int out = p->console[1] >= 0 ? p->console[1] : talk;
    bool ready = null >= 0 && dup2(p->complaints[1], STDERR_FILENO) >= 0 &&
                 dup2(talk, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
                 dup2(p->log[1], LOG_FD) >= 0 && sigprocmask(SIG_SETMASK, mask, NULL) == 0;
    if (ready && getppid() == parent) {
        (void)execvp(argv[0], argv);
    }
    int reason = errno;
    (void)!write(p->failure[1], &reason, sizeof reason);
    _exit(127);
}

/* A pipe whose ends close on exec and lie above LOG_FD, so that dup2 in the child is simple. */
static int open_pipe(int ends[2]) {
    int raw[2];
    if (pipe2(raw, O_CLOEXEC) != 0) {
        return -1;
    }
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, LOG_FD + 1);
        (void)close(raw[i]);
    }
    return ends[0] < 0 || ends[1] < 0 ? -1 : 0;
}

static int open_signals(nt_qemu *q) {
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGHUP);
    q->signals = signalfd(-1, &stop, SFD_CLOEXEC | SFD_NONBLOCK);
    return q->signals < 0 ? -1 : sigprocmask(SIG_BLOCK, &stop, &q->mask);
}

/* Forks and waits until the child has become QEMU: 0, or the errno of what went wrong. */
static int start(nt_qemu *q, char *const argv[], pipes *p) {
    if (open_pipe(p->log) != 0 || open_pipe(p->complaints) != 0 || open_pipe(p->failure) != 0 ||
        (q->console != NULL && open_pipe(p->console) != 0) || open_signals(q) != 0 ||
        fcntl(p->complaints[0], F_SETFL, O_NONBLOCK) != 0 ||
        (q->console != NULL && fcntl(p->console[0], F_SETFL, O_NONBLOCK) != 0)) {
        return errno;
    }
    (void)fcntl(p->log[0], F_SETPIPE_SZ, PIPE_SIZE); /* a smaller one does too */
    pid_t parent = getpid();
    q->pid = fork();
    if (q->pid < 0) {
        return errno;
    }
    if (q->pid == 0) {
        become_qemu(argv, p, &q->mask, parent);
    }
    (void)setpgid(q->pid, q->pid); /* as the child does: whoever comes first */
    (void)close(p->failure[1]);
    p->failure[1] = -1;
    int reason = 0;
    return read(p->failure[0], &reason, sizeof reason) == (ssize_t)sizeof reason ? reason : 0;
}

/* A socket whose ends lie above LOG_FD too. */
static int open_talk(int ends[2]) {
    int raw[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, raw) != 0) {
        return -1;
    }
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, LOG_FD + 1);
        (void)close(raw[i]);
    }
    return ends[0] < 0 || ends[1] < 0 ? -1 : 0;
}

int nt_qemu_start(nt_qemu **qemu, char *const argv[], unsigned timeout, int *talk, FILE *console,
                  nt_error *error) {
    nt_qemu *q = calloc(1, sizeof *q);
    if (q == NULL) {
        return nt_fail(error, "out of memory");
    }
    pipes p = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    *q = (nt_qemu){.name = argv[0], .timeout = timeout, .signals = -1, .console = console};
    int reason = talk != NULL && open_talk(p.talk) != 0 ? errno : start(q, argv, &p);
    q->log = p.log[0];
    q->complaints = p.complaints[0];
    q->written = p.console[0];
    close_if_open(p.log[1]);
    close_if_open(p.talk[1]);
    close_if_open(p.complaints[1]);
    close_if_open(p.console[1]);
    close_if_open(p.failure[0]);
    close_if_open(p.failure[1]);
    if (reason != 0) {
        close_if_open(p.talk[0]);
        nt_qemu_end(q);
        return nt_fail(error, "%s: cannot be run: %s", argv[0], strerror(reason));
    }
    if (talk != NULL) {
        *talk = p.talk[0];
    }
    *qemu = q;
    return 0;
}

/* Empties the pipe, so that QEMU never waits for us there, and keeps its beginning. */
static void read_complaints(nt_qemu *q) {
    char bytes[4096];
    ssize_t count;
    while (q->complaints >= 0 && (count = read(q->complaints, bytes, sizeof bytes)) != -1) {
        if (count == 0) {
            (void)close(q->complaints);
            q->complaints = -1; /* poll takes no notice of it */
            return;
        }
        size_t have = strlen(q->complaint);
        size_t room = sizeof q->complaint - 1 - have;
        memcpy(q->complaint + have, bytes, (size_t)count < room ? (size_t)count : room);
    }
}

/* Likewise; whether it reached the file is asked when that ends. */
static void read_console(nt_qemu *q) {
    char bytes[4096];
    ssize_t count;
    while (q->written >= 0 && (count = read(q->written, bytes, sizeof bytes)) != -1) {
        if (count == 0) {
            (void)close(q->written);
            q->written = -1;
            return;
        }
        (void)fwrite(bytes, 1, (size_t)count, q->console);
    }
}

/* Whether a signal came. */
static bool check_signals(nt_qemu *q) {
    struct signalfd_siginfo info;
    if (read(q->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        q->signal = (int)info.ssi_signo;
    }
    return q->signal != 0;
}

int nt_qemu_signal(const nt_qemu *q) {
    return q->signal;
}

bool nt_qemu_stands_still(const nt_qemu *q) {
    return q->still;
}

ssize_t nt_qemu_read(nt_qemu *q, char *bytes, size_t size, nt_error *error) {
    if (q->read_short) { /* QEMU writes line by line: do not wake up for each */
        nap();
    }
    for (;;) {
        struct pollfd ready[4] = {{.fd = q->log, .events = POLLIN},
                                  {.fd = q->complaints, .events = POLLIN},
                                  {.fd = q->signals, .events = POLLIN},
                                  {.fd = q->written, .events = POLLIN}};
        int count = poll(ready, 4, (int)q->timeout * 1000);
        if (count < 0 && errno != EINTR) {
            return nt_fail(error, "%s: %s", q->name, strerror(errno));
        }
        if (count == 0) {
            q->still = true;
            return 0;
        }
        read_complaints(q);
        read_console(q);
        if (check_signals(q)) {
            return 0;
        }
        if (count > 0 && ready[0].revents != 0) {
            ssize_t got = read(q->log, bytes, size);
            if (got >= 0) {
                q->read_short = got < LONG_READ;
                return got;
            }
            if (errno != EINTR) {
                return nt_fail(error, "%s: cannot read its log: %s", q->name, strerror(errno));
            }
        }
    }
}

/* Leaves the process unreaped, so that its number still stands for its group. */
int nt_qemu_wait(nt_qemu *q, nt_error *error) {
    time_t start = time(NULL);
    for (;;) {
        siginfo_t info = {.si_pid = 0};
        if (waitid(P_PID, (id_t)q->pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0) {
            return nt_fail(error, "%s: %s", q->name, strerror(errno));
        }
        read_complaints(q);
        read_console(q);
        if (info.si_pid != 0 && info.si_code == CLD_EXITED) {
            return info.si_status;
        }
        if (info.si_pid != 0) {
            return nt_fail(error, "%s: killed by signal %d (%s)", q->name, info.si_status,
                           strsignal(info.si_status));
        }
        if (check_signals(q)) {
            return nt_fail(error, "stopped by signal %d (%s)", q->signal, strsignal(q->signal));
        }
        if (time(NULL) - start > (time_t)q->timeout) {
            return nt_fail(error, "%s: hangs: its log is closed, but it does not end", q->name);
        }
        nap();
    }
}

const char *nt_qemu_complaint(nt_qemu *q) {
    read_complaints(q);
    q->complaint[strcspn(q->complaint, "\r\n")] = '\0';
    return q->complaint;
}

void nt_qemu_kill(nt_qemu *q) {
    if (q->pid > 0) {
        (void)kill(-q->pid, SIGKILL);
        (void)kill(q->pid, SIGKILL); /* should it not be in its group yet */
        while (waitpid(q->pid, NULL, 0) < 0 && errno == EINTR) {
        }
        q->pid = 0;
    }
    read_console(q);
}

void nt_qemu_end(nt_qemu *q) {
    if (q == NULL) {
        return;
    }
    nt_qemu_kill(q);
    close_if_open(q->written);
    close_if_open(q->log);
    close_if_open(q->complaints);
    if (q->signals >= 0) {
        close_if_open(q->signals);
        (void)sigprocmask(SIG_SETMASK, &q->mask, NULL);
    }
    free(q);
}
