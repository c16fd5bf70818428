#define _GNU_SOURCE
#include "faults.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static faults_range renames, links, removals, states, reads, modes, times;
static atomic_int renamed, linked, removed, looked, read_from, changed, timed;

/// The beginning of the names of files whose states and bytes cannot be read, and the end of those that are temporary.
static const char *concerned = ".locationkit-undo", *temporary = ".part";

void faults_in_renames(faults_range range) {
    renames = range;
    renamed = 0;
}

void faults_in_links(faults_range range) {
    links = range;
    linked = 0;
}

void faults_in_removals(faults_range range) {
    removals = range;
    removed = 0;
}

void faults_in_states(faults_range range) {
    states = range;
    looked = 0;
}

void faults_in_reads(faults_range range) {
    reads = range;
    read_from = 0;
}

void faults_in_modes(faults_range range) {
    modes = range;
    changed = 0;
}

void faults_in_times(faults_range range) {
    times = range;
    timed = 0;
}

static int fails(faults_range range, atomic_int *made) {
    int number = atomic_fetch_add(made, 1) + 1;
    if (number < range.first || number >= range.first + range.count) return 0;
    errno = range.error;
    return 1;
}

int renameat2(int folder, const char *name, int new_folder, const char *new_name, unsigned flags) {
    if (fails(renames, &renamed)) return -1;
    return (int)syscall(SYS_renameat2, folder, name, new_folder, new_name, flags);
}

int linkat(int folder, const char *name, int new_folder, const char *new_name, int flags) {
    if (fails(links, &linked)) return -1;
    return (int)syscall(SYS_linkat, folder, name, new_folder, new_name, flags);
}

int unlinkat(int folder, const char *name, int flags) {
    if (fails(removals, &removed)) return -1;
    return (int)syscall(SYS_unlinkat, folder, name, flags);
}

static int is_concerned_name(const char *name) {
    const char *dot = strrchr(name, '.');
    return strncmp(name, concerned, strlen(concerned)) == 0 && strcmp(dot, temporary) != 0;
}

/// Whether an open file is one whose states and bytes cannot be read.
static int is_concerned(int file) {
    char link[40], path[PATH_MAX + 1];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t count = readlink(link, path, PATH_MAX);
    if (count < 0) return 0;
    path[count] = 0;
    const char *slash = strrchr(path, '/');
    return slash && is_concerned_name(slash + 1);
}

int fstat(int file, struct stat *status) {
    if (states.count > 0 && is_concerned(file) && fails(states, &looked)) return -1;
    return (int)syscall(SYS_newfstatat, file, "", status, AT_EMPTY_PATH);
}

int fstatat(int folder, const char *name, struct stat *status, int flags) {
    if (states.count > 0 && is_concerned_name(name) && fails(states, &looked)) return -1;
    return (int)syscall(SYS_newfstatat, folder, name, status, flags);
}

ssize_t pread(int file, void *bytes, size_t count, off_t position) {
    if (reads.count > 0 && is_concerned(file) && fails(reads, &read_from)) return -1;
    return (ssize_t)syscall(SYS_pread64, file, bytes, count, position);
}

int fchmod(int file, mode_t mode) {
    if (fails(modes, &changed)) return -1;
    return (int)syscall(SYS_fchmod, file, mode);
}

int futimens(int file, const struct timespec both[2]) {
    struct timespec bounded[2] = {both[0], both[1]};
    if (fails(times, &timed)) bounded[1].tv_sec = INT32_MIN;
    return (int)syscall(SYS_utimensat, file, NULL, bounded, 0);
}
