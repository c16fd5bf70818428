#ifndef CTIFF_H
#define CTIFF_H

// The parts of libtiff that LocationKit uses, which is loaded when the first TIFF is decoded. Its pixels come in
// bands of rows, so that a large image need not be in memory.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct ctiff_reader ctiff_reader;

/// Loads the library if necessary; whether it is installed.
int ctiff_load(void);

/// Opens a TIFF and its first directory; `NULL` without memory or library.
///
/// ctiff_width is 0 where the directory is missing or damaged; the message says why.
///
/// - Parameters:
///   - file: A descriptor that stays open until ctiff_close and is only read at offsets, or -1 for `bytes`, which are not copied.
///   - bytes: The whole file, which stays until ctiff_close.
///   - most_memory: The largest piece of memory that the library may take, in bytes.
ctiff_reader *_Nullable ctiff_open(int file, const uint8_t *_Nullable bytes, size_t count, size_t most_memory);

/// Goes to the next directory; 0 after the last one, and where directories form a circle.
int ctiff_next(ctiff_reader *reader);

/// Goes back to a directory, counted from 0; 0 when that fails.
int ctiff_go(ctiff_reader *reader, unsigned directory);

uint32_t ctiff_width(const ctiff_reader *reader);
uint32_t ctiff_height(const ctiff_reader *reader);

/// Whether the directory says that it is a smaller copy of another one, or a mask.
int ctiff_is_reduced(const ctiff_reader *reader);

/// Whether the library can decode the directory; the message says why not.
int ctiff_is_supported(ctiff_reader *reader);

/// Whether pixels may be transparent.
int ctiff_has_alpha(const ctiff_reader *reader);

/// The colour profile, which belongs to the reader; its length, 0 without one.
size_t ctiff_profile(ctiff_reader *reader, const uint8_t *_Nullable *_Nonnull profile);

/// How many rows a band has, at least 1; the last one may have fewer.
uint32_t ctiff_band_rows(const ctiff_reader *reader);

/// The pixels of a row of tiles or of a strip, which ctiff_read_band needs beside those of the band.
size_t ctiff_scratch_pixels(const ctiff_reader *reader);

/// Reads the band that begins at row `y`, a multiple of ctiff_band_rows, as it is stored, whatever its orientation.
///
/// - Parameters:
///   - pixels: Width times ctiff_band_rows pixels of 4 bytes: red, green, blue, alpha; colours are multiplied by alpha.
///   - scratch: ctiff_scratch_pixels pixels.
/// - Returns: CTIFF_OK, CTIFF_DAMAGED where parts are missing, or CTIFF_FATAL.
int ctiff_read_band(ctiff_reader *reader, uint32_t y, uint32_t *pixels, uint32_t *scratch);

/// What went wrong first.
const char *ctiff_message(const ctiff_reader *reader);

void ctiff_close(ctiff_reader *reader);

#define CTIFF_OK 0
#define CTIFF_DAMAGED 1
#define CTIFF_FATAL 2

#pragma clang assume_nonnull end

#endif
