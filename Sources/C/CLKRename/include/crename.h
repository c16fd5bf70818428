// The system calls `renameat2` and `fstatfs`, which Swift's Glibc module does not show.
#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

/// Moves a file to another folder unless there is one of the new name (EEXIST); -1 with errno, EXDEV for another file system.
/// The C function is `renameat2`.
int crename_new(int folder, const char *name, int new_folder, const char *new_name);

/// Exchanges the names of two files; -1 with errno, EINVAL where the file system cannot. The C function is `renameat2`.
int crename_exchange(int folder, const char *name, const char *other);

/// The kind of the file system of an open file, a number of `linux/magic.h`, and its identifier; 0 if it is unknown. The C function
/// is `fstatfs`.
uint32_t crename_file_system(int descriptor, uint64_t *identifier);

#pragma clang assume_nonnull end
