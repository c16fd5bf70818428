// The system call `openat2`, for which the C library has no function, and what Swift does not import.
#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

/// `O_PATH`: a descriptor that refers to a file, link or folder without opening it.
extern const int copen_reference;

/// Opens a path that has no symbolic links; -1 with errno, `ELOOP` if it has one, `ENOSYS` or `EPERM` where the kernel or a
/// sandbox does not offer the call. The system call is `openat2`.
int copen_without_links(int folder, const char *path, int flags, uint32_t mode);

/// Whether an open file is in /proc, whose links may refer to something other than their text: 1 or 0. `fstatfs`.
int copen_is_in_proc(int file);

#pragma clang assume_nonnull end
