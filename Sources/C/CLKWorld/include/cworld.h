#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The embedded gazetteer's first byte, at the start of a memory page; read-only and mapped on demand.
const unsigned char *_Nonnull cworld_data(void);

/// The embedded gazetteer's length in bytes.
size_t cworld_size(void);

/// Has the processor fetch the memory at an address into its caches, without waiting for it. Any address will do.
static inline void cworld_prefetch(const void *_Nullable address) { __builtin_prefetch(address); }

/// The C library's sincos, which Swift does not see: it belongs to GNU, not to ISO C.
void sincos(double angle, double *_Nonnull sine, double *_Nonnull cosine);

/// Sine and cosine of an angle in radians: the results of `sin` and `cos` for little more time than one of them takes.
static inline void cworld_sincos(double angle, double *_Nonnull sine, double *_Nonnull cosine) {
    sincos(angle, sine, cosine);
}

#ifdef __cplusplus
}
#endif
