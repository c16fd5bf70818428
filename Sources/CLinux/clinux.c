#define _GNU_SOURCE
#include "clinux.h"

#include <pthread.h>
#include <sched.h>

void clinux_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int clinux_processors(void) {
    // More processors than a set of fixed size holds: as many as that.
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}
