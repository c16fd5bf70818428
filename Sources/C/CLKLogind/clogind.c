#define _GNU_SOURCE
#include "clogind.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <time.h>

// The interface of this version never changes incompatibly; its symbols carry versions of their own.
#define LIBSYSTEMD "libsystemd.so.0"

// The functions that are used, by name.
#define FUNCTIONS(X) \
    X(sd_bus_open_system) X(sd_bus_new) X(sd_bus_set_address) X(sd_bus_set_bus_client) X(sd_bus_start) \
    X(sd_bus_close_unref) X(sd_bus_is_ready) X(sd_bus_get_fd) X(sd_bus_get_events) X(sd_bus_get_timeout) \
    X(sd_bus_process) X(sd_bus_match_signal_async) X(sd_bus_message_new_method_call) X(sd_bus_message_append) \
    X(sd_bus_call_async) X(sd_bus_message_unref) X(sd_bus_message_read_basic) X(sd_bus_message_get_error)

static struct {
#define MEMBER(name) __typeof__(&name) name;
    FUNCTIONS(MEMBER)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[CLOGIND_TEXT_SIZE];

struct clogind {
    sd_bus *bus;
    // What the callback of the message being processed found.
    struct clogind_event event;
};

static void load(void) {
    void *handle = dlopen(LIBSYSTEMD, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *reason = dlerror();
        snprintf(failure, sizeof failure, "%s", reason ? reason : LIBSYSTEMD " cannot be loaded");
        return;
    }
#define LOOK_UP(name) \
    if (!(library.name = (__typeof__(&name))dlsym(handle, #name))) \
        snprintf(failure, sizeof failure, "%s has no %s", LIBSYSTEMD, #name);
    FUNCTIONS(LOOK_UP)
}

#define LOGIN1 "org.freedesktop.login1"
#define LOGIN1_PATH "/org/freedesktop/login1"
#define MANAGER "org.freedesktop.login1.Manager"

static int announced(sd_bus_message *message, void *context, enum clogind_kind kind) {
    struct clogind *logind = context;
    int begins;
    // A message of another shape says nothing.
    if (library.sd_bus_message_read_basic(message, 'b', &begins) < 0) return 0;
    logind->event.kind = kind;
    logind->event.begins = begins;
    return 0;
}

static int on_shutdown(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    return announced(message, context, CLOGIND_SHUTDOWN);
}

static int on_sleep(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    return announced(message, context, CLOGIND_SLEEP);
}

// Without it sd-bus would close the connection where a match is refused.
static int on_match(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)message, (void)context, (void)error;
    return 0;
}

static int refuse(struct clogind *logind, const char *text) {
    logind->event.kind = CLOGIND_REFUSED;
    snprintf(logind->event.text, sizeof logind->event.text, "%s", text);
    return 0;
}

static int on_inhibit(sd_bus_message *reply, void *context, sd_bus_error *unused) {
    (void)unused;
    struct clogind *logind = context;
    const sd_bus_error *error = library.sd_bus_message_get_error(reply);
    if (error) return refuse(logind, error->message ? error->message : error->name);
    int descriptor;
    if (library.sd_bus_message_read_basic(reply, 'h', &descriptor) < 0) return refuse(logind, "the answer holds no lock");
    // The message's own descriptor goes with the message.
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (copy < 0) return refuse(logind, strerror(errno));
    logind->event.kind = CLOGIND_GRANTED;
    logind->event.descriptor = copy;
    return 0;
}

static int connect_to(struct clogind *logind, const char *address) {
    if (!address) return library.sd_bus_open_system(&logind->bus);
    int code = library.sd_bus_new(&logind->bus);
    if (code >= 0) code = library.sd_bus_set_address(logind->bus, address);
    if (code >= 0) code = library.sd_bus_set_bus_client(logind->bus, 1);
    if (code >= 0) code = library.sd_bus_start(logind->bus);
    return code;
}

struct clogind *clogind_open(const char *address, char *error) {
    pthread_once(&once, load);
    if (failure[0]) {
        snprintf(error, CLOGIND_TEXT_SIZE, "%s", failure);
        return NULL;
    }
    struct clogind *logind = calloc(1, sizeof *logind);
    if (!logind) {
        snprintf(error, CLOGIND_TEXT_SIZE, "out of memory");
        return NULL;
    }
    int code = connect_to(logind, address);
    if (code >= 0)
        code = library.sd_bus_match_signal_async(
            logind->bus, NULL, LOGIN1, LOGIN1_PATH, MANAGER, "PrepareForShutdown", on_shutdown, on_match, logind);
    if (code >= 0)
        code = library.sd_bus_match_signal_async(
            logind->bus, NULL, LOGIN1, LOGIN1_PATH, MANAGER, "PrepareForSleep", on_sleep, on_match, logind);
    if (code >= 0) return logind;
    snprintf(error, CLOGIND_TEXT_SIZE, "there is no system bus: %s", strerror(-code));
    clogind_close(logind);
    return NULL;
}

void clogind_close(struct clogind *logind) {
    if (logind->bus) library.sd_bus_close_unref(logind->bus);
    free(logind);
}

bool clogind_is_ready(struct clogind *logind) { return library.sd_bus_is_ready(logind->bus) > 0; }

int clogind_inhibit(struct clogind *logind, const char *why, uint64_t microseconds) {
    sd_bus_message *call = NULL;
    int code = library.sd_bus_message_new_method_call(logind->bus, &call, LOGIN1, LOGIN1_PATH, MANAGER, "Inhibit");
    if (code >= 0) code = library.sd_bus_message_append(call, "ssss", "sleep:shutdown", program_invocation_short_name, why, "delay");
    if (code >= 0) code = library.sd_bus_call_async(logind->bus, NULL, call, on_inhibit, logind, microseconds);
    if (call) library.sd_bus_message_unref(call);
    return code < 0 ? code : 0;
}

int clogind_descriptor(struct clogind *logind) { return library.sd_bus_get_fd(logind->bus); }

int clogind_events(struct clogind *logind) {
    int events = library.sd_bus_get_events(logind->bus);
    return events < 0 ? 0 : events;
}

int clogind_timeout(struct clogind *logind) {
    uint64_t deadline;
    if (library.sd_bus_get_timeout(logind->bus, &deadline) < 0 || deadline == UINT64_MAX) return -1;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    uint64_t now = (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
    if (deadline <= now) return 0;
    uint64_t left = (deadline - now + 999) / 1000;
    return left > 3600000 ? 3600000 : (int)left;
}

int clogind_process(struct clogind *logind, struct clogind_event *event) {
    // One message at a time, so one event at most.
    logind->event.kind = CLOGIND_NONE;
    int code = library.sd_bus_process(logind->bus, NULL);
    *event = logind->event;
    return code < 0 ? code : code > 0;
}
