// Watching folders: inotify, and whether a file is still being written.
#pragma once

#include <stdint.h>
#include <sys/inotify.h>

#pragma clang assume_nonnull begin

/// A queue of changes in folders; -1 with errno. The corresponding C function is `inotify_init1`.
static inline int cinotify_open(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

/// Begins to watch a folder; its number, or -1 with errno. The corresponding C function is `inotify_add_watch`.
static inline int cinotify_watch(int queue, const char *path, uint32_t mask) {
  return inotify_add_watch(queue, path, mask);
}

/// Ends a watch. The corresponding C function is `inotify_rm_watch`.
static inline int cinotify_unwatch(int queue, int watch) { return inotify_rm_watch(queue, watch); }

/// Whether a process has a file open for writing that is open for reading: 1 or 0, also 0 when unknown.
///
/// The kernel gives a lease for reading (`F_SETLEASE` of `fcntl`) only for a file that is not open for writing; it is
/// released immediately.
int cinotify_is_being_written(int file);

#pragma clang assume_nonnull end
