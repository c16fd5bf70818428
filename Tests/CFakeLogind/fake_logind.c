#define _GNU_SOURCE
#include "fake_logind.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <time.h>
#include <unistd.h>

#define LOCKS 16

struct fake_logind {
    sd_bus *bus;
    int commands[2];
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    // Ends of pipes, whose other ends are the locks.
    int held[LOCKS];
    int count, given;
    bool refuses;
    char what[64], mode[64];
};

struct command {
    char member[32];
    int begins;
};

static int on_message(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    struct fake_logind *fake = context;
    if (!sd_bus_message_is_method_call(message, "org.freedesktop.login1.Manager", "Inhibit")) return 0;
    const char *what, *who, *why, *mode;
    if (sd_bus_message_read(message, "ssss", &what, &who, &why, &mode) < 0) return -EINVAL;
    pthread_mutex_lock(&fake->mutex);
    bool refuses = fake->refuses || fake->count == LOCKS;
    int ends[2] = {-1, -1};
    if (!refuses && pipe2(ends, O_CLOEXEC) == 0) {
        fake->held[fake->count++] = ends[0];
        fake->given++;
        snprintf(fake->what, sizeof fake->what, "%s", what);
        snprintf(fake->mode, sizeof fake->mode, "%s", mode);
        pthread_cond_broadcast(&fake->changed);
    }
    pthread_mutex_unlock(&fake->mutex);
    if (refuses)
        return sd_bus_reply_method_errorf(message, "org.freedesktop.DBus.Error.AccessDenied", "Permission denied");
    int code = sd_bus_reply_method_return(message, "h", ends[1]);
    close(ends[1]);
    return code < 0 ? code : 1;
}

struct fake_logind *fake_logind_open(const char *address) {
    struct fake_logind *fake = calloc(1, sizeof *fake);
    if (!fake) return NULL;
    pthread_mutex_init(&fake->mutex, NULL);
    pthread_cond_init(&fake->changed, NULL);
    if (sd_bus_new(&fake->bus) >= 0 && sd_bus_set_address(fake->bus, address) >= 0
        && sd_bus_set_bus_client(fake->bus, 1) >= 0 && sd_bus_start(fake->bus) >= 0
        && sd_bus_add_object(fake->bus, NULL, "/org/freedesktop/login1", on_message, fake) >= 0
        && sd_bus_request_name(fake->bus, "org.freedesktop.login1", 0) >= 0 && pipe2(fake->commands, O_CLOEXEC) == 0)
        return fake;
    sd_bus_close_unref(fake->bus);
    free(fake);
    return NULL;
}

static void release(struct fake_logind *fake, const struct pollfd *polled, int count) {
    pthread_mutex_lock(&fake->mutex);
    for (int i = count - 1; i >= 0; i--) {
        if (!polled[i].revents) continue;
        close(fake->held[i]);
        fake->held[i] = fake->held[--fake->count];
    }
    pthread_cond_broadcast(&fake->changed);
    pthread_mutex_unlock(&fake->mutex);
}

void fake_logind_run(struct fake_logind *fake) {
    for (;;) {
        while (sd_bus_process(fake->bus, NULL) > 0) {}
        struct pollfd polled[2 + LOCKS] = {
            {.fd = sd_bus_get_fd(fake->bus), .events = (short)sd_bus_get_events(fake->bus)},
            {.fd = fake->commands[0], .events = POLLIN},
        };
        int count = fake->count;
        for (int i = 0; i < count; i++) polled[2 + i] = (struct pollfd){.fd = fake->held[i]};
        if (poll(polled, 2 + (nfds_t)count, -1) < 0) continue;
        release(fake, polled + 2, count);
        if (!polled[1].revents) continue;
        struct command command;
        if (read(fake->commands[0], &command, sizeof command) != sizeof command) break;
        sd_bus_emit_signal(
            fake->bus, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", command.member, "b",
            command.begins);
    }
    for (int i = 0; i < fake->count; i++) close(fake->held[i]);
    close(fake->commands[0]);
    sd_bus_flush_close_unref(fake->bus);
    free(fake);
}

void fake_logind_stop(struct fake_logind *fake) { close(fake->commands[1]); }

void fake_logind_refuse(struct fake_logind *fake, bool refuses) {
    pthread_mutex_lock(&fake->mutex);
    fake->refuses = refuses;
    pthread_mutex_unlock(&fake->mutex);
}

void fake_logind_announce(struct fake_logind *fake, const char *member, bool begins) {
    struct command command = {.begins = begins};
    snprintf(command.member, sizeof command.member, "%s", member);
    ssize_t ignored = write(fake->commands[1], &command, sizeof command);
    (void)ignored;
}

bool fake_logind_wait(struct fake_logind *fake, int locks, int seconds) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += seconds;
    pthread_mutex_lock(&fake->mutex);
    int code = 0;
    while (fake->count != locks && code == 0) code = pthread_cond_timedwait(&fake->changed, &fake->mutex, &end);
    bool result = fake->count == locks;
    pthread_mutex_unlock(&fake->mutex);
    return result;
}

int fake_logind_given(struct fake_logind *fake) {
    pthread_mutex_lock(&fake->mutex);
    int given = fake->given;
    pthread_mutex_unlock(&fake->mutex);
    return given;
}

bool fake_logind_asked(struct fake_logind *fake, const char *what, const char *mode) {
    pthread_mutex_lock(&fake->mutex);
    bool result = strcmp(fake->what, what) == 0 && strcmp(fake->mode, mode) == 0;
    pthread_mutex_unlock(&fake->mutex);
    return result;
}
