#ifndef CGIF_H
#define CGIF_H

// The parts of giflib that LocationKit uses, which is loaded when the first GIF is decoded: the first image of a
// file.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct cgif_reader cgif_reader;

/// Loads the library if necessary; whether it is installed.
int cgif_load(void);

/// Reads up to the first image of a file, whose bytes must stay until the reader is freed; `NULL` without memory or library.
///
/// cgif_width is 0 when there is none; the message says why.
cgif_reader *_Nullable cgif_open(const uint8_t *bytes, size_t count);

/// The canvas, on which the first image lies.
int cgif_width(const cgif_reader *reader);
int cgif_height(const cgif_reader *reader);

/// Where the first image lies on the canvas, which it may exceed, and how large it is.
typedef struct {
    int x;
    int y;
    int width;
    int height;
    /// Whether rows come in four passes.
    int is_interlaced;
    /// The index that stands for transparency; -1 without one.
    int transparent;
} cgif_frame;

cgif_frame cgif_first(const cgif_reader *reader);

/// The colours, 256 of 3 bytes; those that the file does not have are black.
const uint8_t *cgif_colors(const cgif_reader *reader);

/// Reads the next row of the first image: as many indices as it is wide. CGIF_OK or CGIF_FATAL.
int cgif_read_row(cgif_reader *reader, uint8_t *row);

/// The last error.
const char *cgif_message(const cgif_reader *reader);

void cgif_close(cgif_reader *reader);

#define CGIF_OK 0
#define CGIF_FATAL 2

#pragma clang assume_nonnull end

#endif
