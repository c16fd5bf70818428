#define _GNU_SOURCE
#include "clinux.h"

#include <sys/xattr.h>
#include <unistd.h>

int clinux_sync_file_system(int file) { return syncfs(file); }

ssize_t clinux_list_attributes(int file, char *names, size_t count) { return flistxattr(file, names, count); }

ssize_t clinux_get_attribute(int file, const char *name, void *value, size_t count) {
    return fgetxattr(file, name, value, count);
}

int clinux_set_attribute(int file, const char *name, const void *value, size_t count) {
    return fsetxattr(file, name, value, count, 0);
}

int clinux_remove_attribute(int file, const char *name) { return fremovexattr(file, name); }
