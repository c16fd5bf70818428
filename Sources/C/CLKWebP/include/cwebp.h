#ifndef CWEBP_H
#define CWEBP_H

// The parts of libwebp that LocationKit uses, which is loaded when the first image is decoded.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What an image's header says.
typedef struct {
    int width;
    int height;
    int has_alpha;
    int has_animation;
} cwebp_header;

/// Loads the library if necessary; whether it is installed.
int cwebp_load(void);

/// Reads the header; CWEBP_OK, CWEBP_SHORT or CWEBP_FATAL.
int cwebp_read_header(const uint8_t *bytes, size_t count, cwebp_header *header);

/// Decodes into pixels of 4 bytes, red, green, blue, alpha, scaling to the size given, which is not above the image's own.
///
/// CWEBP_SHORT when the file ends too early; what was decoded before is in `pixels`, the rest of it is unchanged.
int cwebp_decode(
    const uint8_t *bytes, size_t count, uint8_t *pixels, size_t stride, int width, int height, int is_scaled);

#define CWEBP_OK 0
#define CWEBP_SHORT 1
#define CWEBP_FATAL 2

#pragma clang assume_nonnull end

#endif
