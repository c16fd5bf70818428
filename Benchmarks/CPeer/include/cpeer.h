// What the benchmarks measure LocationKit against, and the starting of processes, which Swift cannot do by itself.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
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

/// What a program needed.
struct cpeer_resources {
    /// As `wait` gives it.
    int status;
    struct rusage usage;
    /// The most memory that was resident at once, in kilobytes; -1 where the system does not let itself be asked.
    ///
    /// The peak of `rusage` is at least that of the program that started it.
    int64_t peak;
};

/// Runs a program to its end, its standard output thrown away; returns 0 or an errno.
int cpeer_measure(char *_Nullable const *_Nonnull arguments, struct cpeer_resources *result);

/// The least squared distance of each of `count` points (x, y, z in turn) to any of the places, by looking at each.
///
/// `places` is a multiple of 8.
void cpeer_nearest(const double *x, const double *y, const double *z, size_t places, const double *points, size_t count,
                   int threads, double *squares);

/// Writes batches of points into a new SQLite database, each durable before the next: a write-ahead log, synchronized fully.
///
/// Returns 0, a code of SQLite's, or -1 when the library is absent.
int cpeer_record(const char *path, int batches, int points);

/// Replaces each file of a folder by a copy of it: read, write, rename, on one thread and without synchronizing anything.
///
/// Returns 0 or an errno.
int cpeer_copy(const char *path);

#pragma clang assume_nonnull end
