#define _GNU_SOURCE
#include "faults.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static faults_range renames, links, removals;
static atomic_int renamed, linked, removed;

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
