#define _GNU_SOURCE
#include "crename.h"

#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>

int crename_new(int folder, const char *name, int new_folder, const char *new_name) {
    return renameat2(folder, name, new_folder, new_name, RENAME_NOREPLACE);
}

int crename_exchange(int folder, const char *name, const char *other) {
    return renameat2(folder, name, folder, other, RENAME_EXCHANGE);
}

uint32_t crename_file_system(int descriptor, uint64_t *identifier) {
    struct statfs status;
    if (fstatfs(descriptor, &status) != 0) return 0;
    memcpy(identifier, &status.f_fsid, sizeof *identifier);
    return (uint32_t)status.f_type;
}
