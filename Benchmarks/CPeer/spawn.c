#define _GNU_SOURCE
#include "cpeer.h"

#include <cgps.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <unistd.h>

pid_t cpeer_spawn(char *const *arguments, int *output) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return -1;
    pid_t process = -1;
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (!code) {
        code = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        if (!code) code = posix_spawnp(&process, arguments[0], &actions, NULL, arguments, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[1]);
    if (!code) {
        *output = ends[0];
        return process;
    }
    close(ends[0]);
    errno = code;
    return -1;
}

pid_t cpeer_spawn_gpsd(const char *path, uint16_t port, uint16_t data) {
    char number[8], source[32], key[32];
    snprintf(number, sizeof number, "%u", port);
    snprintf(source, sizeof source, "udp://127.0.0.1:%u", data);
    // Its own shared memory: 0x4C42 ("LB") and the port.
    snprintf(key, sizeof key, "GPSD_SHM_KEY=0x4C42%04X", port);
    char *arguments[] = {(char *)path, "-N", "-n", "-S", number, source, NULL};
    char *environment[] = {key, "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C", NULL};
    return cgps_spawn(path, arguments, environment);
}
