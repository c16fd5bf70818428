#ifndef CJPEG_H
#define CJPEG_H

// The functions of libturbojpeg that LocationKit calls. The library is loaded when the first image is decoded or
// encoded, so that programs which never do so start without it. Failures of libjpeg never unwind through Swift:
// libturbojpeg catches them itself.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What an image's header says.
typedef struct {
    int width;
    int height;
    /// CJPEG_GRAY, CJPEG_CMYK and so on.
    int space;
} cjpeg_header;

/// Loads the library if necessary; whether it is installed.
int cjpeg_load(void);

/// A decoder, for one thread at a time; `NULL` without memory or library.
void *_Nullable cjpeg_decoder(void);

/// An encoder, for one thread at a time; `NULL` without memory or library.
void *_Nullable cjpeg_encoder(void);

/// Frees a decoder or an encoder.
void cjpeg_free(void *_Nullable handle);

/// Reads the header; 0, or CJPEG_FATAL.
int cjpeg_read_header(void *handle, const uint8_t *bytes, size_t count, cjpeg_header *header);

/// The length of a side that is decoded at `eighths` eighths of its size.
int cjpeg_scaled(int side, int eighths);

/// Decodes at `eighths` eighths of the size, which is 1, 2, 4 or 8, into pixels of 4 bytes: red, green, blue, 255, or with
/// `space` CJPEG_CMYK and CJPEG_YCCK cyan, magenta, yellow, black.
///
/// CJPEG_DAMAGED when the image was decoded as far as it could be.
int cjpeg_decode(
    void *handle, const uint8_t *bytes, size_t count, uint8_t *pixels, size_t stride, const cjpeg_header *header,
    int eighths);

/// Encodes pixels of 4 bytes, whose last is passed over; free the result with cjpeg_free_bytes.
int cjpeg_encode(
    void *handle, const uint8_t *pixels, size_t stride, int width, int height, int quality,
    uint8_t *_Nullable *_Nonnull bytes, size_t *count);

/// Frees what cjpeg_encode has made.
void cjpeg_free_bytes(uint8_t *_Nullable bytes);

/// The last error.
const char *cjpeg_message(void *handle);

#define CJPEG_OK 0
#define CJPEG_DAMAGED 1
#define CJPEG_FATAL 2

#define CJPEG_RGB 0
#define CJPEG_YCBCR 1
#define CJPEG_GRAY 2
#define CJPEG_CMYK 3
#define CJPEG_YCCK 4

#pragma clang assume_nonnull end

#endif
