// GNU extensions and Linux calls that Swift's Glibc module does not show.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// A descriptor that wakes a thread out of `poll`; -1 with errno. The corresponding C function is `eventfd`.
static inline int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/// Names the calling thread, in 15 bytes at most. The corresponding C function is `pthread_setname_np`.
void clinux_name_thread(const char *name);

/// How many processors this process may use, at least 1. The corresponding C function is `sched_getaffinity`.
int clinux_processors(void);

/// Writes all that waits for a file system to its disk; -1 with errno. The corresponding C function is `syncfs`.
int clinux_sync_file_system(int file);

/// The names of a file's extended attributes, each with a zero behind it; -1 with errno. `flistxattr`.
ssize_t clinux_list_attributes(int file, char *_Nullable names, size_t count);

/// The value of an extended attribute; -1 with errno. The corresponding C function is `fgetxattr`.
ssize_t clinux_get_attribute(int file, const char *name, void *_Nullable value, size_t count);

/// Sets an extended attribute; -1 with errno. The corresponding C function is `fsetxattr`.
int clinux_set_attribute(int file, const char *name, const void *_Nullable value, size_t count);

/// Removes an extended attribute; -1 with errno. The corresponding C function is `fremovexattr`.
int clinux_remove_attribute(int file, const char *name);

/// Renames a file unless there is one of the new name (EEXIST); -1 with errno. The C function is `renameat2`.
int clinux_rename_new(int folder, const char *name, const char *new_name);

/// Moves a file to another folder unless there is one of the new name (EEXIST); -1 with errno, EXDEV for another file system.
/// The C function is `renameat2`.
int clinux_move_new(int folder, const char *name, int new_folder, const char *new_name);

/// Exchanges the names of two files; -1 with errno, EINVAL where the file system cannot. The C function is `renameat2`.
int clinux_exchange(int folder, const char *name, const char *other);

#pragma clang assume_nonnull end
