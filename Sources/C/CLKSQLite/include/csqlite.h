#ifndef CSQLITE_H
#define CSQLITE_H

// The functions of libsqlite3 that LocationKit calls, each under its own name after `c`. The library is loaded when
// the first database is opened, so that programs which never do so start without it; nothing else may be called
// before csqlite_open.

#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct sqlite3 csqlite;
typedef struct sqlite3_stmt csqlite_statement;

/// Opens a database with SQLite's flags; 0, or the extended code of what went wrong. `sqlite3_open_v2`.
///
/// A database is also handed out when it could not be opened, so that its message can be read; close it.
int csqlite_open(const char *path, int flags, csqlite *_Nullable *_Nonnull database);

/// Closes it; statements that are left keep it open until they are freed. `sqlite3_close_v2`.
void csqlite_close(csqlite *_Nullable database);

/// Refuses what a file's own schema could do to other files and to its own tables. `sqlite3_db_config`.
void csqlite_distrust(csqlite *database);

/// How long to wait for others. `sqlite3_busy_timeout`.
void csqlite_busy_timeout(csqlite *database, int milliseconds);

/// Ends what is under way; from any thread. `sqlite3_interrupt`.
void csqlite_interrupt(csqlite *database);

/// Whether no transaction is open. `sqlite3_get_autocommit`.
int csqlite_get_autocommit(csqlite *database);

/// Rows changed by the last statement. `sqlite3_changes`.
int csqlite_changes(csqlite *database);

/// The key of the row inserted last. `sqlite3_last_insert_rowid`.
int64_t csqlite_last_insert_rowid(csqlite *database);

/// The system's error number behind the last failure, 0 for none. `sqlite3_system_errno`.
int csqlite_system_errno(csqlite *database);

/// The last error. `sqlite3_errmsg`.
const char *csqlite_message(csqlite *database);

/// What a code means. `sqlite3_errstr`.
const char *csqlite_reason(int code);

/// Makes a statement that will be used many times; `NULL` for a text of nothing. `sqlite3_prepare_v3`.
int csqlite_prepare(
    csqlite *database, const char *text, int length, csqlite_statement *_Nullable *_Nonnull statement,
    const char *_Nullable *_Nonnull rest);

/// Frees a statement. `sqlite3_finalize`.
void csqlite_finalize(csqlite_statement *_Nullable statement);

/// CSQLITE_ROW, CSQLITE_DONE or an extended code. `sqlite3_step`.
int csqlite_step(csqlite_statement *statement);

/// Goes back to the beginning; what is bound stays. `sqlite3_reset`.
void csqlite_reset(csqlite_statement *statement);

/// Binds nothing to every parameter. `sqlite3_clear_bindings`.
void csqlite_clear(csqlite_statement *statement);

// Parameters count from 1. Texts and bytes are copied.
int csqlite_bind_int64(csqlite_statement *statement, int parameter, int64_t value);
int csqlite_bind_double(csqlite_statement *statement, int parameter, double value);
int csqlite_bind_text(csqlite_statement *statement, int parameter, const char *text, int64_t length);
int csqlite_bind_blob(csqlite_statement *statement, int parameter, const void *_Nullable bytes, int64_t length);
int csqlite_bind_null(csqlite_statement *statement, int parameter);

// Columns count from 0. Texts and bytes are valid until the next step.
int csqlite_column_count(csqlite_statement *statement);
int csqlite_column_type(csqlite_statement *statement, int column);
int64_t csqlite_column_int64(csqlite_statement *statement, int column);
double csqlite_column_double(csqlite_statement *statement, int column);
const void *_Nullable csqlite_column_blob(csqlite_statement *statement, int column);
int csqlite_column_bytes(csqlite_statement *statement, int column);

/// The library is not there, or lacks a function.
#define CSQLITE_MISSING (-1)

// Codes of SQLite, stable since 2004: https://www.sqlite.org/rescode.html
#define CSQLITE_ERROR 1
#define CSQLITE_PERM 3
#define CSQLITE_BUSY 5
#define CSQLITE_LOCKED 6
#define CSQLITE_NOMEM 7
#define CSQLITE_READONLY 8
#define CSQLITE_INTERRUPT 9
#define CSQLITE_IOERR 10
#define CSQLITE_IOERR_SHORT_READ 522
#define CSQLITE_CORRUPT 11
#define CSQLITE_FULL 13
#define CSQLITE_CANTOPEN 14
#define CSQLITE_PROTOCOL 15
#define CSQLITE_SCHEMA 17
#define CSQLITE_TOOBIG 18
#define CSQLITE_CONSTRAINT 19
#define CSQLITE_MISMATCH 20
#define CSQLITE_RANGE 25
#define CSQLITE_NOTADB 26
#define CSQLITE_ROW 100
#define CSQLITE_DONE 101

#define CSQLITE_OPEN_READONLY 0x1
#define CSQLITE_OPEN_READWRITE 0x2
#define CSQLITE_OPEN_CREATE 0x4
#define CSQLITE_OPEN_NOMUTEX 0x8000
#define CSQLITE_OPEN_NOFOLLOW 0x1000000
#define CSQLITE_OPEN_EXRESCODE 0x2000000

#define CSQLITE_INTEGER 1
#define CSQLITE_FLOAT 2
#define CSQLITE_TEXT 3
#define CSQLITE_BLOB 4
#define CSQLITE_NULL 5

#pragma clang assume_nonnull end

#endif
