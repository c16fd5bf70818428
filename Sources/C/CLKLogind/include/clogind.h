// The parts of sd-bus that LocationKit uses: an inhibitor lock of logind, and logind's announcements.
//
// libsystemd is loaded when it is first needed and not linked: most programs never ask for a lock. Nothing here
// waits; the caller polls the descriptor and calls `clogind_process`. A connection belongs to one thread.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The texts have at most this many bytes, the terminating zero included.
#define CLOGIND_TEXT_SIZE 256

/// A connection to the system bus.
struct clogind;

/// What came.
enum clogind_kind {
    /// Nothing that matters.
    CLOGIND_NONE,
    /// The lock is held by `descriptor`, which is the caller's to close.
    CLOGIND_GRANTED,
    /// The lock is refused, `text` says why.
    CLOGIND_REFUSED,
    /// The machine is about to shut down (`begins`), or does not after all.
    CLOGIND_SHUTDOWN,
    /// The machine is about to sleep (`begins`), or has woken up.
    CLOGIND_SLEEP,
};

struct clogind_event {
    enum clogind_kind kind;
    int descriptor;
    bool begins;
    char text[CLOGIND_TEXT_SIZE];
};

/// Begins to connect to the bus at `address`, or to the system's (`DBUS_SYSTEM_BUS_ADDRESS`) for NULL.
///
/// Returns NULL and writes a sentence to `error` (CLOGIND_TEXT_SIZE bytes) when libsystemd is absent or the bus is
/// unreachable. The corresponding C functions are `sd_bus_open_system` and `sd_bus_match_signal_async`.
struct clogind *_Nullable clogind_open(const char *_Nullable address, char *error);

/// Closes the connection; locks stay held by their descriptors.
void clogind_close(struct clogind *logind);

/// Whether the bus has answered. The corresponding C function is `sd_bus_is_ready`.
bool clogind_is_ready(struct clogind *logind);

/// Asks for a "delay" lock for sleep and shutdown; the answer comes as an event within `microseconds`.
///
/// `why` is what people read in `systemd-inhibit --list`, beside the program's name.
///
/// Returns 0 or a negative error number.
int clogind_inhibit(struct clogind *logind, const char *why, uint64_t microseconds);

/// What to poll for. The corresponding C functions are `sd_bus_get_fd` and `sd_bus_get_events`.
int clogind_descriptor(struct clogind *logind);
int clogind_events(struct clogind *logind);

/// After how many milliseconds to process though nothing came; -1 for never.
///
/// The corresponding C function is `sd_bus_get_timeout`.
int clogind_timeout(struct clogind *logind);

/// Goes one step on and tells what came.
///
/// Returns 1 when there may be more to do, 0 when there is not, or a negative error number when the connection is lost.
/// The corresponding C function is `sd_bus_process`.
int clogind_process(struct clogind *logind, struct clogind_event *event);

#pragma clang assume_nonnull end
