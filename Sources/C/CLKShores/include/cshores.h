#pragma once

#include <stddef.h>

/// The first byte of the embedded coasts and lakes, at the start of a memory page; read-only and mapped on demand.
const unsigned char *_Nonnull cshores_data(void);

/// The length of the embedded coasts and lakes in bytes.
size_t cshores_size(void);
