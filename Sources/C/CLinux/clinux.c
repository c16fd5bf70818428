#define _GNU_SOURCE
#include "clinux.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/xattr.h>
#include <unistd.h>

void clinux_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int clinux_processors(void) {
    // More processors than a set of fixed size holds: as many as that.
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}

int clinux_sync_file_system(int file) { return syncfs(file); }

ssize_t clinux_list_attributes(int file, char *names, size_t count) { return flistxattr(file, names, count); }

ssize_t clinux_get_attribute(int file, const char *name, void *value, size_t count) {
    return fgetxattr(file, name, value, count);
}

int clinux_set_attribute(int file, const char *name, const void *value, size_t count) {
    return fsetxattr(file, name, value, count, 0);
}

int clinux_remove_attribute(int file, const char *name) { return fremovexattr(file, name); }

int clinux_rename_new(int folder, const char *name, const char *new_name) {
    return renameat2(folder, name, folder, new_name, RENAME_NOREPLACE);
}

int clinux_move_new(int folder, const char *name, int new_folder, const char *new_name) {
    return renameat2(folder, name, new_folder, new_name, RENAME_NOREPLACE);
}

int clinux_exchange(int folder, const char *name, const char *other) {
    return renameat2(folder, name, folder, other, RENAME_EXCHANGE);
}
