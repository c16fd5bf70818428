#define _GNU_SOURCE
#include "cgps.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#define NOBODY 65534

// Runs in the child, between fork and exec: async-signal-safe calls only.
static void become(
    pid_t parent, int report, const char *path, char *const *arguments, char *const *environment) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // Out of the terminal's process group: an interrupt is for the parent, which ends this process in its own time.
    setpgid(0, 0);
    int null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; fd++) dup2(null, fd);
    for (int fd = 3; fd < 4096; fd++)
        if (fd != report) close(fd);
    if (geteuid() == 0) {
        // Root's gpsd would drop its rights by itself and then could not remove its shared memory.
        if (setgroups(0, NULL) || setresgid(NOBODY, NOBODY, NOBODY) || setresuid(NOBODY, NOBODY, NOBODY)) goto failed;
    }
    // After the change of user, which clears the setting.
    if (prctl(PR_SET_PDEATHSIG, SIGTERM)) goto failed;
    // The parent may have ended before the setting took effect.
    if (getppid() != parent) _exit(127);
    execve(path, arguments, environment);
failed:;
    int code = errno;
    ssize_t ignored = write(report, &code, sizeof code);
    (void)ignored;
    _exit(127);
}

pid_t cgps_spawn(const char *path, char *const *arguments, char *const *environment) {
    int report[2];
    if (pipe2(report, O_CLOEXEC)) return -1;
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) become(parent, report[1], path, arguments, environment);
    int code = errno;
    close(report[1]);
    if (child > 0) {
        // The pipe closes when exec succeeds; otherwise the reason comes through it.
        ssize_t size;
        do size = read(report[0], &code, sizeof code);
        while (size < 0 && errno == EINTR);
        if (size == (ssize_t)sizeof code) child = -1;
    }
    close(report[0]);
    if (child < 0) errno = code;
    return child;
}
