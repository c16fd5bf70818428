#define _GNU_SOURCE
#include "cpeer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

// The most memory a process has had, in kilobytes; -1 when the system does not say.
static int64_t peak(pid_t process) {
    char path[64], line[256];
    long long kilobytes = -1;
    snprintf(path, sizeof path, "/proc/%d/status", process);
    FILE *file = fopen(path, "re");
    if (!file) return -1;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %lld", &kilobytes) == 1) break;
    fclose(file);
    return kilobytes;
}

int cpeer_measure(char *const *arguments, struct cpeer_resources *result) {
    pid_t process = fork();
    if (process < 0) return errno;
    if (process == 0) {
        int null = open("/dev/null", O_WRONLY);
        if (null >= 0) dup2(null, STDOUT_FILENO);
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        execvp(arguments[0], arguments);
        _exit(127);
    }
    int status = 0;
    int stops = 0;
    result->peak = -1;
    while (1) {
        pid_t found = wait4(process, &status, __WALL, &result->usage);
        if (found < 0 && errno == EINTR) continue;
        if (found < 0) return errno;
        if (!WIFSTOPPED(status)) break;
        long signal = WSTOPSIG(status);
        if (stops++ == 0) {
            // Stops when it starts another program in its place and at its end, and goes when this process goes.
            long options = PTRACE_O_TRACEEXIT | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
            ptrace(PTRACE_SETOPTIONS, process, NULL, (void *)options);
            signal = 0;
        } else if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXIT << 8)) {
            result->peak = peak(process);
            signal = 0;
        } else if (status >> 16) {
            signal = 0;
        }
        ptrace(PTRACE_CONT, process, NULL, (void *)signal);
    }
    result->status = status;
    return 0;
}
