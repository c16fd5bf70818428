#define _GNU_SOURCE
#include "cgps.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The layout of struct gps_data_t is fixed when this file is compiled, so only the library of the same interface
// version may be loaded. The version of the interface is in gps.h, the library's in its name.
#if GPSD_API_MAJOR_VERSION == 11
#define LIBGPS_VERSION "28"
#elif GPSD_API_MAJOR_VERSION == 12
#define LIBGPS_VERSION "29"
#elif GPSD_API_MAJOR_VERSION == 14
#define LIBGPS_VERSION "30"
#else
#error "This version of libgps is not known: add the name of its library above."
#endif
#define LIBGPS "libgps.so." LIBGPS_VERSION

const char *cgps_package(void) { return "libgps" LIBGPS_VERSION; }

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int (*unpack)(char *, struct gps_data_t *);
static char failure[CGPS_ERROR_SIZE];

static void load(void) {
    void *library = dlopen(LIBGPS, RTLD_NOW | RTLD_LOCAL);
    if (library) unpack = (int (*)(char *, struct gps_data_t *))dlsym(library, "gps_unpack");
    if (!unpack) {
        const char *reason = dlerror();
        snprintf(failure, sizeof failure, "%s", reason ? reason : LIBGPS " has no gps_unpack");
    }
}

struct gps_data_t *cgps_open(char *error) {
    pthread_once(&once, load);
    if (!unpack) {
        snprintf(error, CGPS_ERROR_SIZE, "%s", failure);
        return NULL;
    }
    struct gps_data_t *data = calloc(1, sizeof *data);
    if (!data) {
        snprintf(error, CGPS_ERROR_SIZE, "out of memory");
        return NULL;
    }
    // Zero would be standard input.
    data->gps_fd = -1;
    return data;
}

const void *cgps_find(const void *text, size_t size, const void *needle, size_t needle_size) {
    return memmem(text, size, needle, needle_size);
}

void cgps_close(struct gps_data_t *data) { free(data); }

void cgps_unpack(struct gps_data_t *data, char *line) {
    // SKY only adds to the mask, so without this a sky report would look like a second fix.
    data->set = 0;
    unpack(line, data);
}
