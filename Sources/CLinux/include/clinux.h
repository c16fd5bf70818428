// GNU extensions and Linux calls that Swift's Glibc module does not show.
#pragma once

#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>

#pragma clang assume_nonnull begin

/// A descriptor that wakes a thread out of `poll`; -1 with errno. The corresponding C function is `eventfd`.
static inline int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/// Names the calling thread, in 15 bytes at most. The corresponding C function is `pthread_setname_np`.
void clinux_name_thread(const char *name);

/// How many processors this process may use, at least 1. The corresponding C function is `sched_getaffinity`.
int clinux_processors(void);

/// A queue of changes in folders; -1 with errno. The corresponding C function is `inotify_init1`.
static inline int clinux_inotify(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

/// Begins to watch a folder, not by way of a symbolic link at the end of its path; -1 with errno. The corresponding
/// C function is `inotify_add_watch`.
static inline int clinux_inotify_watch(int queue, const char *path, uint32_t mask) {
  return inotify_add_watch(queue, path, mask);
}

/// Ends a watch. The corresponding C function is `inotify_rm_watch`.
static inline int clinux_inotify_unwatch(int queue, int watch) { return inotify_rm_watch(queue, watch); }

/// Whether somebody has the file open for writing: 1 or 0, and 0 too where that cannot be told.
///
/// The kernel gives a lease for reading (`F_SETLEASE` of `fcntl`) only for a file that nobody writes; it is given
/// back at once.
int clinux_is_being_written(const char *path);

#pragma clang assume_nonnull end
