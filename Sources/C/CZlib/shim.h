#include <zlib.h>

// inflateInit2 is a macro. The stream has neither header nor checksum (RFC 1951) and the largest window.
static inline int czlib_begin_raw_inflate(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }
