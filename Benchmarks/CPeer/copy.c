#define _GNU_SOURCE
#include "cpeer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// The least that a new file in the place of an old one costs: read, write, rename. Nothing is looked at or made durable.

enum { CAPACITY = 256 * 1024 };

static int copy(int folder, const char *name, char *buffer) {
    int from = openat(folder, name, O_RDONLY | O_CLOEXEC);
    if (from < 0) return errno;
    int code = 0;
    int to = openat(folder, ".copy.part", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (to < 0) code = errno;
    while (!code) {
        ssize_t count = read(from, buffer, CAPACITY);
        if (count < 0) code = errno;
        if (count <= 0) break;
        if (write(to, buffer, (size_t)count) != count) code = errno ? errno : ENOSPC;
    }
    struct stat status;
    if (!code && (fstat(from, &status) || fchmod(to, status.st_mode & 07777))) code = errno;
    close(from);
    if (to >= 0) close(to);
    if (!code && renameat(folder, ".copy.part", folder, name)) code = errno;
    return code;
}

int cpeer_copy(const char *path) {
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0) return errno;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    char *buffer = malloc(CAPACITY);
    int code = folder < 0 || !buffer ? errno : 0;
    for (int index = 0; index < count; index++) {
        if (!code && entries[index]->d_name[0] != '.') code = copy(folder, entries[index]->d_name, buffer);
        free(entries[index]);
    }
    free(entries);
    free(buffer);
    if (folder >= 0) close(folder);
    return code;
}
