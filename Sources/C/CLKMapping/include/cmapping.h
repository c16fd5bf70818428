// Files mapped into memory that another program may shorten: reading past the new end would raise SIGBUS and end the process.
//
// The first mapping installs a handler for SIGBUS, which answers faults in these mappings only: it puts zeros in the place
// of what cannot be read any more and marks the mapping as damaged. All other faults go to the handler that was installed
// before, or end the process as without it.
#pragma once

#include <stddef.h>

#pragma clang assume_nonnull begin

typedef struct cmapping cmapping;

/// Maps a file, read-only and private; NULL with errno, which is EMFILE if 4,096 files are mapped.
cmapping *_Nullable cmapping_open(int file, size_t size);

/// Unmaps it; no thread may read it any more.
void cmapping_close(cmapping *mapping);

/// The first byte.
const void *cmapping_start(const cmapping *mapping);

/// Whether bytes of the mapping could not be read, so that zeros were read in their place.
int cmapping_is_damaged(const cmapping *mapping);

#pragma clang assume_nonnull end
