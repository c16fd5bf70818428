#ifndef CSQLITE_H
#define CSQLITE_H

// The few functions of libsqlite3 that reading a table takes. The library is loaded when the first file is opened, so
// that programs which never do so start without it.

#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct csqlite csqlite;

/// Opens a database for reading; 0, or the reason why not. The corresponding C function is `sqlite3_open_v2`.
int csqlite_open(const char *path, csqlite *_Nullable *_Nonnull database);

/// Closes it and frees the statement. The corresponding C function is `sqlite3_close_v2`.
void csqlite_close(csqlite *database);

/// Makes a statement the current one; 0 when it can be stepped. The corresponding C function is `sqlite3_prepare_v2`.
int csqlite_prepare(csqlite *database, const char *statement);

/// 1 when there is a row, 0 at the end, -1 for an error. The corresponding C function is `sqlite3_step`.
int csqlite_step(csqlite *database);

/// The bytes of a column, valid until the next step; `NULL` for none. The corresponding C function is `sqlite3_column_blob`.
const void *_Nullable csqlite_column(csqlite *database, int column, int *size);

/// What went wrong last. The corresponding C function is `sqlite3_errmsg`.
const char *csqlite_message(csqlite *database);

/// What an answer of `csqlite_open` means.
const char *csqlite_reason(int code);

/// The library is not there.
#define CSQLITE_MISSING (-1)
/// There is no memory.
#define CSQLITE_MEMORY (-2)

#pragma clang assume_nonnull end

#endif
