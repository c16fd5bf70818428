// Linux calls on files, their attributes above all, that Swift's Glibc module does not show.
#pragma once

#include <stddef.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

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

#pragma clang assume_nonnull end
