#define _GNU_SOURCE
#include <sys/vfs.h>
#include "crename.h"

#include <stdio.h>

int crename_new(int folder, const char *name, int new_folder, const char *new_name) {
    return renameat2(folder, name, new_folder, new_name, RENAME_NOREPLACE);
}

int crename_exchange(int folder, const char *name, const char *other) {
    return renameat2(folder, name, folder, other, RENAME_EXCHANGE);
}

uint32_t crename_file_system_kind(int descriptor) {
    struct statfs status;
    return fstatfs(descriptor, &status) == 0 ? (uint32_t)status.f_type : 0;
}
