#define _GNU_SOURCE
#include "cthreads.h"

#include <pthread.h>
#include <sched.h>
#include <sys/eventfd.h>

int cthreads_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cthreads_name(const char *name) { pthread_setname_np(pthread_self(), name); }

int cthreads_processors(void) {
    // More processors than a set of fixed size holds: as many as that.
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}
