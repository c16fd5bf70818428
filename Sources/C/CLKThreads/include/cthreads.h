// GNU extensions and Linux calls about threads that Swift's Glibc module does not show.
#pragma once

#pragma clang assume_nonnull begin

/// A descriptor that wakes a thread out of `poll`; -1 with errno. The corresponding C function is `eventfd`.
int cthreads_eventfd(void);

/// Names the calling thread, in 15 bytes at most. The corresponding C function is `pthread_setname_np`.
void cthreads_name(const char *name);

/// How many processors this process may use, at least 1. The corresponding C function is `sched_getaffinity`.
int cthreads_processors(void);

#pragma clang assume_nonnull end
