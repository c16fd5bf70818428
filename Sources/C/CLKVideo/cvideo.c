#define _GNU_SOURCE
#include "cvideo.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void limit(int resource, rlim_t most) {
    struct rlimit now, wanted = {most, most};
    // Only ever lower: raising is not allowed, and the whole call would fail.
    if (getrlimit(resource, &now) == 0 && now.rlim_max != RLIM_INFINITY && now.rlim_max < most) wanted = now;
    setrlimit(resource, &wanted);
}

// Runs in the child, between fork and exec: async-signal-safe calls only.
static void become(
    pid_t parent, int input, int output, int report, const char *path, char *const *arguments,
    char *const *environment, cvideo_limits limits) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t none;
    // Ignored signals would stay so.
    for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // Out of the terminal's process group: an interrupt is for the parent, which ends this process.
    setpgid(0, 0);
    // Copies above 2, so that none is closed by taking the place of another.
    int in = fcntl(input, F_DUPFD, 3), out = fcntl(output, F_DUPFD, 3), status = fcntl(report, F_DUPFD_CLOEXEC, 3);
    int null = open("/dev/null", O_RDWR);
    if (in < 0 || out < 0 || status < 0 || null < 0) goto failed;
    if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(null, 2) < 0) goto failed;
    // What other code of the program left open across exec is not for a decoder of foreign files.
    if (status != 3) dup3(status, 3, O_CLOEXEC);
    status = 3;
    if (close_range(4, ~0U, 0)) {
        for (int file = 4; file < 4096; file++) close(file);
    }
    limit(RLIMIT_AS, limits.memory);
    limit(RLIMIT_CPU, limits.seconds);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL)) goto failed;
    // The parent may have ended before the setting took effect.
    if (getppid() != parent) _exit(127);
    execve(path, arguments, environment);
failed:;
    int code = errno;
    ssize_t ignored = write(status < 0 ? report : status, &code, sizeof code);
    (void)ignored;
    _exit(127);
}

int cvideo_start(
    const char *path, char *const *arguments, char *const *environment, int input, cvideo_limits limits, int *output) {
    int report[2], pipe[2];
    if (pipe2(report, O_CLOEXEC)) return -1;
    if (pipe2(pipe, O_CLOEXEC)) {
        int code = errno;
        close(report[0]);
        close(report[1]);
        errno = code;
        return -1;
    }
    pid_t parent = getpid();
    // Handlers of the parent must not run in the child, which has its memory.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0) become(parent, input, pipe[1], report[1], path, arguments, environment, limits);
    int code = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(report[1]);
    close(pipe[1]);
    if (child > 0) {
        // The pipe closes when exec succeeds; otherwise the reason comes through it.
        ssize_t size;
        do size = read(report[0], &code, sizeof code);
        while (size < 0 && errno == EINTR);
        if (size == (ssize_t)sizeof code) {
            // It ends by itself, at once.
            while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
            child = -1;
        }
    }
    close(report[0]);
    if (child < 0) {
        close(pipe[0]);
        errno = code;
        return -1;
    }
    fcntl(pipe[0], F_SETFL, O_NONBLOCK);
    *output = pipe[0];
    return child;
}

int cvideo_memory_file(const void *bytes, size_t count) {
    int file = memfd_create("video", MFD_CLOEXEC);
    size_t done = 0;
    while (file >= 0 && done < count) {
        ssize_t more = write(file, (const char *)bytes + done, count - done);
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) {
            int code = errno;
            close(file);
            errno = code;
            return -1;
        }
        done += (size_t)more;
    }
    return file;
}
