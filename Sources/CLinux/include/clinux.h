// GNU extensions and Linux calls that Swift's Glibc module does not show.
#pragma once

#include <stdint.h>
#include <sys/eventfd.h>

#pragma clang assume_nonnull begin

/// A descriptor that wakes a thread out of `poll`; -1 with errno. The corresponding C function is `eventfd`.
static inline int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/// Names the calling thread, in 15 bytes at most. The corresponding C function is `pthread_setname_np`.
void clinux_name_thread(const char *name);

/// How many processors this process may use, at least 1. The corresponding C function is `sched_getaffinity`.
int clinux_processors(void);

#pragma clang assume_nonnull end
