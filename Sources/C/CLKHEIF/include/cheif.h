#ifndef CHEIF_H
#define CHEIF_H

// The parts of libheif that LocationKit uses, which is loaded when the first image is decoded.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct cheif_reader cheif_reader;

/// Loads the library if necessary; whether it is installed.
int cheif_load(void);

/// Reads what a file holds, whose bytes must stay until the reader is freed; `NULL` without memory or library.
///
/// cheif_width is 0 when it holds no image; the message says why.
cheif_reader *_Nullable cheif_open(const uint8_t *bytes, size_t count, int longest_side);

/// The size of the main image, turned as it is shown.
int cheif_width(const cheif_reader *reader);
int cheif_height(const cheif_reader *reader);

int cheif_has_alpha(const cheif_reader *reader);

/// The size of the largest image that is embedded as a thumbnail of the main one; 0 without one.
int cheif_thumbnail_width(const cheif_reader *reader);
int cheif_thumbnail_height(const cheif_reader *reader);

/// The colour profile, to be freed with `free`; its length, 0 without one.
size_t cheif_profile(const cheif_reader *reader, uint8_t *_Nullable *_Nonnull profile);

/// The block of EXIF behind 4 bytes that say how many more to pass over, to be freed with `free`; its length, 0 without one.
size_t cheif_exif(const cheif_reader *reader, uint8_t *_Nullable *_Nonnull exif);

/// Decodes the main image or the thumbnail, turned as it is shown. 0, or CHEIF_FATAL.
int cheif_decode(cheif_reader *reader, int is_thumbnail);

/// What was decoded last: pixels of 4 bytes, red, green, blue, alpha, which belong to the reader.
const uint8_t *_Nullable cheif_pixels(const cheif_reader *reader, int *width, int *height, size_t *stride);

/// The last error.
const char *cheif_message(const cheif_reader *reader);

/// Whether what went wrong is that no decoder for this kind of image is installed.
int cheif_is_unsupported(const cheif_reader *reader);

void cheif_close(cheif_reader *reader);

#define CHEIF_OK 0
#define CHEIF_FATAL 2

#pragma clang assume_nonnull end

#endif
