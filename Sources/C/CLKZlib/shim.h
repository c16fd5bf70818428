#include <zlib.h>

// inflateInit2 is a macro. The stream has neither header nor checksum (RFC 1951) and the largest window.
static inline int czlib_begin_raw_inflate(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }
// deflateInit2 is a macro too. 16 more than the window's bits: with gzip's header and trailer (RFC 1952).
static inline int czlib_begin_gzip(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
}
