#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The first byte of the embedded forms of addresses; read-only and mapped on demand.
const unsigned char *_Nonnull caddresses_data(void);

/// Their length in bytes.
size_t caddresses_size(void);

#ifdef __cplusplus
}
#endif
