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
    int signals;
    sigset_t mask; /* as it was before */
    bool read_short;
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

/* Runs in the child, between fork and exec: system calls only. */
static void become_qemu(char *const argv[], int log, int complaints, const sigset_t *mask,
                        pid_t parent) {
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    /* The order keeps each source alive: all of them were opened above 3 or are not needed below.
     */
    bool ready = null >= 0 && dup2(complaints, STDERR_FILENO) >= 0 &&
                 dup2(null, STDIN_FILENO) >= 0 && dup2(null, STDOUT_FILENO) >= 0 &&
                 dup2(log, LOG_FD) >= 0 && sigprocmask(SIG_SETMASK, mask, NULL) == 0;
    if (ready && getppid() == parent) {
        (void)execvp(argv[0], argv);
    }
    (void)dprintf(STDERR_FILENO, "cannot be run: %s\n", strerror(errno));
    _exit(127);
}

/* A pipe whose ends close on exec and lie above LOG_FD, so that dup2 in the child is simple. */
static int open_pipe(int ends[2]) {
    int raw[2];
    if (pipe2(raw, O_CLOEXEC) < 0) {
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

int nt_qemu_start(nt_qemu **qemu, char *const argv[], unsigned timeout, nt_error *error) {
    nt_qemu *q = calloc(1, sizeof *q);
    if (q == NULL) {
        return nt_fail(error, "out of memory");
    }
    *q = (nt_qemu){.name = argv[0], .timeout = timeout, .log = -1, .complaints = -1, .signals = -1};
    int log[2] = {-1, -1};
    int complaints[2] = {-1, -1};
    bool open = open_pipe(log) == 0 && open_pipe(complaints) == 0;
    q->log = log[0];
    q->complaints = complaints[0];
    if (open && open_signals(q) == 0) {
        (void)fcntl(q->log, F_SETPIPE_SZ, PIPE_SIZE);
        (void)fcntl(q->complaints, F_SETFL, O_NONBLOCK);
        pid_t parent = getpid();
        q->pid = fork();
        if (q->pid == 0) {
            become_qemu(argv, log[1], complaints[1], &q->mask, parent);
        }
    }
    int reason = errno;
    close_if_open(log[1]);
    close_if_open(complaints[1]);
    if (q->pid <= 0) {
        (void)nt_fail(error, "%s: cannot be started: %s", q->name, strerror(reason));
        nt_qemu_end(q);
        return -1;
    }
    (void)setpgid(q->pid, q->pid); /* as the child does: whoever comes first */
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

/* What `poll` found of signals: -1 with the error set if one came. */
static int check_signals(nt_qemu *q, nt_error *error) {
    struct signalfd_siginfo info;
    if (read(q->signals, &info, sizeof info) != (ssize_t)sizeof info) {
        return 0;
    }
    return nt_fail(error, "stopped by signal %u (%s)", info.ssi_signo,
                   strsignal((int)info.ssi_signo));
}

ssize_t nt_qemu_read(nt_qemu *q, char *bytes, size_t size, nt_error *error) {
    if (q->read_short) { /* QEMU writes line by line: do not wake up for each */
        nap();
    }
    for (;;) {
        struct pollfd ready[3] = {{.fd = q->log, .events = POLLIN},
                                  {.fd = q->complaints, .events = POLLIN},
                                  {.fd = q->signals, .events = POLLIN}};
        int count = poll(ready, 3, (int)q->timeout * 1000);
        if (count < 0 && errno != EINTR) {
            return nt_fail(error, "%s: %s", q->name, strerror(errno));
        }
        if (count == 0) {
            return nt_fail(error, "%s: hangs: nothing in its log for %u s", q->name, q->timeout);
        }
        read_complaints(q);
        if (check_signals(q, error) < 0) {
            return -1;
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
        if (info.si_pid != 0 && info.si_code == CLD_EXITED) {
            return info.si_status;
        }
        if (info.si_pid != 0) {
            return nt_fail(error, "%s: killed by signal %d (%s)", q->name, info.si_status,
                           strsignal(info.si_status));
        }
        if (check_signals(q, error) < 0) {
            return -1;
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

void nt_qemu_end(nt_qemu *q) {
    if (q == NULL) {
        return;
    }
    if (q->pid > 0) {
        (void)kill(-q->pid, SIGKILL);
        (void)kill(q->pid, SIGKILL); /* should it not be in its group yet */
        while (waitpid(q->pid, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    close_if_open(q->log);
    close_if_open(q->complaints);
    if (q->signals >= 0) {
        close_if_open(q->signals);
        (void)sigprocmask(SIG_SETMASK, &q->mask, NULL);
    }
    free(q);
}
