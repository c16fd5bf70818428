#ifndef CPNG_H
#define CPNG_H

// The parts of libpng that LocationKit uses. The library is loaded when the first image is decoded or encoded. Its
// errors are jumps: each function here is where they end, so that none goes through Swift.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct cpng_reader cpng_reader;
typedef struct cpng_writer cpng_writer;

/// Loads the library if necessary; whether it is installed.
int cpng_load(void);

/// Reads the header of an image, whose bytes must stay until the reader is freed; `NULL` without memory or library.
///
/// cpng_width is 0 where the header is missing or damaged; the message says why.
cpng_reader *_Nullable cpng_open(const uint8_t *bytes, size_t count);

uint32_t cpng_width(const cpng_reader *reader);
uint32_t cpng_height(const cpng_reader *reader);

/// Whether the rows come in several passes, so that all of them must be asked for at once.
int cpng_is_interlaced(const cpng_reader *reader);

/// Whether some pixels may be transparent.
int cpng_has_alpha(const cpng_reader *reader);

/// The colour profile, which belongs to the reader; its length, 0 without one.
size_t cpng_profile(cpng_reader *reader, const uint8_t *_Nullable *_Nonnull profile);

/// Reads the next `count` rows of pixels of 4 bytes: red, green, blue, alpha. 0, or CPNG_FATAL.
///
/// What was read before a failure is in `pixels`; the rest of it is unchanged.
int cpng_read_rows(cpng_reader *reader, uint8_t *pixels, size_t stride, uint32_t count);

/// Whether a checksum was wrong or something was skipped.
int cpng_is_damaged(const cpng_reader *reader);

/// The last error.
const char *cpng_message(const cpng_reader *reader);

void cpng_close(cpng_reader *reader);

/// A text of an image, `tEXt`: Latin-1.
typedef struct {
    const char *key;
    const char *value;
} cpng_text;

/// How an image is written.
typedef struct {
    uint32_t width;
    uint32_t height;
    size_t stride;
    /// 0...9, as zlib counts.
    int level;
    /// Whether alpha is written too.
    int has_alpha;
    const uint8_t *_Nullable profile;
    size_t profile_count;
    const cpng_text *_Nullable texts;
    size_t text_count;
    /// An `eXIf` chunk's content.
    const uint8_t *_Nullable exif;
    size_t exif_count;
} cpng_options;

/// Encodes pixels of 4 bytes; free the result with `free`. 0, or CPNG_FATAL without memory or library.
int cpng_encode(
    const uint8_t *pixels, const cpng_options *options, uint8_t *_Nullable *_Nonnull bytes, size_t *count);

#define CPNG_OK 0
#define CPNG_FATAL 2

#pragma clang assume_nonnull end

#endif
