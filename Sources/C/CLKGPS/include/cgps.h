// The parts of libgps that LocationKit uses: the parser of gpsd's JSON; and the spawning of a private gpsd.
//
// libgps is loaded when the parser is first opened and not linked: it drags in fourteen libraries (D-Bus, systemd,
// libstdc++ ...) that would cost every command several milliseconds at start, most of which never parse a report.
#pragma once

#include <gps.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// The error texts that `cgps_open` writes have at most this many bytes, the terminating zero included.
#define CGPS_ERROR_SIZE 256

/// The name of the Debian package that has libgps.
const char *cgps_package(void);

/// A parser's memory. The corresponding C type is `struct gps_data_t`.
///
/// Returns NULL and writes a sentence to `error` (CGPS_ERROR_SIZE bytes) when libgps is absent.
struct gps_data_t *_Nullable cgps_open(char *error);

/// Frees what `cgps_open` returned.
void cgps_close(struct gps_data_t *data);

/// Parses one report. The corresponding C function is `gps_unpack`.
///
/// `line` is a zero-terminated line without its newline; its bytes are changed. Only the classes TPV, SKY,
/// GST and ATT may be passed: libgps 3.22 never returns from a DEVICES report with five devices.
void cgps_unpack(struct gps_data_t *data, char *line);

/// The satellite at `index`, 0..<satellites_visible (140 at most); Swift would copy the whole array as a tuple.
static inline struct satellite_t cgps_satellite(const struct gps_data_t *data, int index) {
    return data->skyview[index];
}

/// The most satellites a sky view holds.
static const int cgps_max_satellites = MAXCHANNELS;

/// The device of the last report, zero-terminated and empty when the report named none.
static inline const char *cgps_device(const struct gps_data_t *data) { return data->dev.path; }

/// Forgets the device of the last report.
static inline void cgps_clear_device(struct gps_data_t *data) { data->dev.path[0] = 0; }

/// The last GST report. gps.h keeps it in an anonymous union that the next report overwrites.
static inline struct gst_t cgps_gst(const struct gps_data_t *data) { return data->gst; }

/// The last ATT report, in the same union in some versions.
static inline struct attitude_t cgps_attitude(const struct gps_data_t *data) { return data->attitude; }

/// Forgets what an ATT report leaves out.
static inline void cgps_clear_attitude(struct gps_data_t *data) {
    memset(&data->attitude, 0, sizeof data->attitude);
    data->attitude.heading = NAN;
}

/// Starts a program that cannot outlive the calling thread, with nothing on its standard streams.
///
/// The child leaves the terminal's process group, is sent SIGTERM when the calling *thread* ends, and runs as the user
/// and group `nobody` (65534) when the caller is root. `path` is absolute; `arguments` and `environment` end with
/// NULL. Returns the process id, or -1 with errno.
pid_t cgps_spawn(
    const char *path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment);

/// The position of `needle` in `text`, or NULL. The corresponding C function is `memmem`, a GNU extension that
/// Swift's Glibc module does not show.
const void *_Nullable cgps_find(const void *text, size_t size, const void *needle, size_t needle_size);

#pragma clang assume_nonnull end
