#include "csqlite.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// The interface of SQLite 3: https://www.sqlite.org/c3ref/intro.html
static struct {
    int (*open_v2)(const char *, csqlite **, int, const char *);
    int (*close_v2)(csqlite *);
    int (*db_config)(csqlite *, int, ...);
    int (*extended_result_codes)(csqlite *, int);
    int (*busy_timeout)(csqlite *, int);
    void (*interrupt)(csqlite *);
    int (*get_autocommit)(csqlite *);
    int (*changes)(csqlite *);
    int64_t (*last_insert_rowid)(csqlite *);
    int (*system_errno)(csqlite *);
    const char *(*errmsg)(csqlite *);
    const char *(*errstr)(int);
    int (*prepare_v3)(csqlite *, const char *, int, unsigned, csqlite_statement **, const char **);
    int (*finalize)(csqlite_statement *);
    int (*step)(csqlite_statement *);
    int (*reset)(csqlite_statement *);
    int (*clear_bindings)(csqlite_statement *);
    int (*bind_int64)(csqlite_statement *, int, int64_t);
    int (*bind_double)(csqlite_statement *, int, double);
    int (*bind_text64)(csqlite_statement *, int, const char *, uint64_t, void (*)(void *), unsigned char);
    int (*bind_blob64)(csqlite_statement *, int, const void *, uint64_t, void (*)(void *));
    int (*bind_zeroblob)(csqlite_statement *, int, int);
    int (*bind_null)(csqlite_statement *, int);
    int (*column_count)(csqlite_statement *);
    int (*column_type)(csqlite_statement *, int);
    int64_t (*column_int64)(csqlite_statement *, int);
    double (*column_double)(csqlite_statement *, int);
    const void *(*column_blob)(csqlite_statement *, int);
    int (*column_bytes)(csqlite_statement *, int);
} api;
static int loaded;

static void load(void) {
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int missing = 0;
#define LOAD(name) missing |= !(*(void **)&api.name = dlsym(library, "sqlite3_" #name))
    LOAD(open_v2);
    LOAD(close_v2);
    LOAD(db_config);
    LOAD(extended_result_codes);
    LOAD(busy_timeout);
    LOAD(interrupt);
    LOAD(get_autocommit);
    LOAD(changes);
    LOAD(last_insert_rowid);
    LOAD(system_errno);
    LOAD(errmsg);
    LOAD(errstr);
    LOAD(prepare_v3);
    LOAD(finalize);
    LOAD(step);
    LOAD(reset);
    LOAD(clear_bindings);
    LOAD(bind_int64);
    LOAD(bind_double);
    LOAD(bind_text64);
    LOAD(bind_blob64);
    LOAD(bind_zeroblob);
    LOAD(bind_null);
    LOAD(column_count);
    LOAD(column_type);
    LOAD(column_int64);
    LOAD(column_double);
    LOAD(column_blob);
    LOAD(column_bytes);
#undef LOAD
    loaded = !missing;
}

int csqlite_open(const char *path, int flags, csqlite **database) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!loaded) return CSQLITE_MISSING;
    // Before 3.38 the flag for extended codes was ignored.
    int code = api.open_v2(path, database, flags, NULL);
    if (*database) api.extended_result_codes(*database, 1);
    return code;
}

void csqlite_close(csqlite *database) {
    if (database) api.close_v2(database);
}

void csqlite_distrust(csqlite *database) {
    enum { DEFENSIVE = 1010, TRUSTED_SCHEMA = 1017 };
    api.db_config(database, DEFENSIVE, 1, NULL);
    api.db_config(database, TRUSTED_SCHEMA, 0, NULL);
}

int csqlite_prepare(
    csqlite *database, const char *text, int length, csqlite_statement **statement, const char **rest) {
    enum { PERSISTENT = 1 };
    return api.prepare_v3(database, text, length, PERSISTENT, statement, rest);
}

#define COPIED ((void (*)(void *)) - 1)

int csqlite_bind_text(csqlite_statement *statement, int parameter, const char *text, int64_t length) {
    enum { UTF8 = 1 };
    return api.bind_text64(statement, parameter, text, (uint64_t)length, COPIED, UTF8);
}

int csqlite_bind_blob(csqlite_statement *statement, int parameter, const void *bytes, int64_t length) {
    // No bytes are bytes too, where a pointer to none would be NULL.
    if (length == 0) return api.bind_zeroblob(statement, parameter, 0);
    return api.bind_blob64(statement, parameter, bytes, (uint64_t)length, COPIED);
}

const char *csqlite_reason(int code) {
    if (code == CSQLITE_MISSING) return "libsqlite3 is not installed; install it (Debian: libsqlite3-0)";
    return api.errstr(code);
}

void csqlite_busy_timeout(csqlite *database, int milliseconds) { api.busy_timeout(database, milliseconds); }
void csqlite_interrupt(csqlite *database) { api.interrupt(database); }
int csqlite_get_autocommit(csqlite *database) { return api.get_autocommit(database); }
int csqlite_changes(csqlite *database) { return api.changes(database); }
int64_t csqlite_last_insert_rowid(csqlite *database) { return api.last_insert_rowid(database); }
int csqlite_system_errno(csqlite *database) { return api.system_errno(database); }
const char *csqlite_message(csqlite *database) { return api.errmsg(database); }
void csqlite_finalize(csqlite_statement *statement) { api.finalize(statement); }
int csqlite_step(csqlite_statement *statement) { return api.step(statement); }
void csqlite_reset(csqlite_statement *statement) { api.reset(statement); }
void csqlite_clear(csqlite_statement *statement) { api.clear_bindings(statement); }
int csqlite_bind_int64(csqlite_statement *statement, int parameter, int64_t value) {
    return api.bind_int64(statement, parameter, value);
}
int csqlite_bind_double(csqlite_statement *statement, int parameter, double value) {
    return api.bind_double(statement, parameter, value);
}
int csqlite_bind_null(csqlite_statement *statement, int parameter) { return api.bind_null(statement, parameter); }
int csqlite_column_count(csqlite_statement *statement) { return api.column_count(statement); }
int csqlite_column_type(csqlite_statement *statement, int column) { return api.column_type(statement, column); }
int64_t csqlite_column_int64(csqlite_statement *statement, int column) { return api.column_int64(statement, column); }
double csqlite_column_double(csqlite_statement *statement, int column) { return api.column_double(statement, column); }
const void *csqlite_column_blob(csqlite_statement *statement, int column) {
    return api.column_blob(statement, column);
}
int csqlite_column_bytes(csqlite_statement *statement, int column) { return api.column_bytes(statement, column); }
