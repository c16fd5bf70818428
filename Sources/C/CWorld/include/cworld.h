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

#ifdef __cplusplus
}
#endif
