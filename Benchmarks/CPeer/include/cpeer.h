// What the benchmarks measure LocationKit against, and the starting of processes, which Swift cannot do by itself.
#pragma once

#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// What a reader of a stream of reports found out about itself.
struct cpeer_result {
    /// How many fixes (TPV) were read after the first.
    int64_t fixes;
    /// Processor time of the process from the first fix to the last, in nanoseconds.
    int64_t nanoseconds;
};

/// Reads fixes from the gpsd at `port` of 127.0.0.1 in the plainest way there is: poll, recv, cut into lines, gps_unpack.
///
/// Returns 0 once the first and `fixes` more have been read, else an errno, or -1 when the stream ended or libgps is absent.
int cpeer_read(uint16_t port, int64_t fixes, struct cpeer_result *result);

/// Starts a program and writes to `output` a descriptor that its standard output can be read from; -1 with errno.
///
/// `arguments` ends with NULL and begins with the program, which is looked for in `PATH`.
/// The corresponding C function is `posix_spawnp`; Swift 6 does not let the environment through.
pid_t cpeer_spawn(char *_Nullable const *_Nonnull arguments, int *output);

/// Starts a gpsd on loopback that reads NMEA from the UDP port `data` and ends with the calling thread; -1 with errno.
pid_t cpeer_spawn_gpsd(const char *path, uint16_t port, uint16_t data);

#pragma clang assume_nonnull end
