#define _GNU_SOURCE
#include "powercut.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char *disk;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

void powercut_begin(const char *folder) { disk = strdup(folder); }

/// Numbers of inodes are used again, so the time of birth belongs to the name.
static int name_of(int file, char *name, size_t size) {
    struct statx status;
    if (statx(file, "", AT_EMPTY_PATH, STATX_INO | STATX_BTIME, &status)) return -1;
    snprintf(name, size, "%llu-%lld.%09u", (unsigned long long)status.stx_ino, (long long)status.stx_btime.tv_sec,
             status.stx_btime.tv_nsec);
    return 0;
}

static void put(const char *name, const char *bytes, size_t count) {
    char part[4200], path[4200];
    snprintf(part, sizeof part, "%s/.part", disk);
    snprintf(path, sizeof path, "%s/%s", disk, name);
    int copy = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    while (count > 0) {
        ssize_t done = write(copy, bytes, count);
        if (done <= 0) abort();
        bytes += done;
        count -= (size_t)done;
    }
    close(copy);
    rename(part, path);
}

static void keep_file(int file, off_t size) {
    char name[100];
    if (name_of(file, name, sizeof name)) return;
    char *bytes = malloc((size_t)size + 1);
    off_t offset = 0;
    while (offset < size) {
        ssize_t count = pread(file, bytes + offset, (size_t)(size - offset), offset);
        if (count <= 0) break;
        offset += count;
    }
    put(name, bytes, (size_t)offset);
    free(bytes);
}

static void keep_folder(int folder) {
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = again < 0 ? NULL : fdopendir(again);
    if (!entries) return;
    char *text = NULL;
    size_t size = 0;
    FILE *list = open_memstream(&text, &size);
    struct dirent *entry;
    while ((entry = readdir(entries))) {
        if (entry->d_type != DT_REG) continue;
        int file = openat(again, entry->d_name, O_PATH | O_CLOEXEC);
        char name[100];
        if (file >= 0 && !name_of(file, name, sizeof name)) fprintf(list, "%s %s\n", name, entry->d_name);
        if (file >= 0) close(file);
    }
    fclose(list);
    put("names", text, size);
    free(text);
    closedir(entries);
}

static int synchronize(int file, long call) {
    int result = (int)syscall(call, file);
    int code = errno;
    struct stat status;
    if (disk && result == 0 && fstat(file, &status) == 0) {
        pthread_mutex_lock(&turn);
        if (S_ISREG(status.st_mode)) keep_file(file, status.st_size);
        if (S_ISDIR(status.st_mode)) keep_folder(file);
        pthread_mutex_unlock(&turn);
    }
    errno = code;
    return result;
}

int fsync(int file) { return synchronize(file, SYS_fsync); }
int fdatasync(int file) { return synchronize(file, SYS_fdatasync); }

/// All of a file system is, of what tests look at, the folder through which it is named.
int syncfs(int folder) {
    int result = (int)syscall(SYS_syncfs, folder);
    int code = errno;
    int again = disk && result == 0 ? openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    DIR *entries = again < 0 ? NULL : fdopendir(again);
    if (entries) {
        pthread_mutex_lock(&turn);
        struct dirent *entry;
        while ((entry = readdir(entries))) {
            if (entry->d_type != DT_REG) continue;
            int file = openat(again, entry->d_name, O_RDONLY | O_CLOEXEC);
            struct stat status;
            if (file >= 0 && fstat(file, &status) == 0) keep_file(file, status.st_size);
            if (file >= 0) close(file);
        }
        keep_folder(folder);
        pthread_mutex_unlock(&turn);
        closedir(entries);
    }
    errno = code;
    return result;
}
