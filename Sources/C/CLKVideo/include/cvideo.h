#ifndef CVIDEO_H
#define CVIDEO_H

// Starts the program that decodes a video. A process of its own, because decoders of video crash, hang and take all memory on
// files made for that, and because the layouts of libav's structures change with each major version.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What a program may take.
typedef struct {
    /// Of address space, in bytes.
    uint64_t memory;
    /// Of processor time, in seconds.
    uint64_t seconds;
} cvideo_limits;

/// Starts a program in a process group of its own, whose standard input is the file `input`, from its beginning.
///
/// The kernel ends it when the calling thread ends. It writes no files.
///
/// - Parameters:
///   - path: The program's file.
///   - arguments: Its name and arguments, ended by `NULL`.
///   - environment: Ended by `NULL`.
///   - output: Gets a descriptor, not blocking, of what it prints.
/// - Returns: Its process, or -1 with errno.
int cvideo_start(
    const char *path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment, int input,
    cvideo_limits limits, int *output);

/// A descriptor of a file in memory with these bytes; -1 with errno.
int cvideo_memory_file(const void *bytes, size_t count);

#pragma clang assume_nonnull end

#endif
