#include "csqlite.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

// The interface of SQLite 3, stable since 2004: https://www.sqlite.org/c3ref/intro.html
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
#define SQLITE_OPEN_READONLY 1
#define SQLITE_ROW 100
#define SQLITE_DONE 101

static struct {
    int (*open_v2)(const char *, sqlite3 **, int, const char *);
    int (*close_v2)(sqlite3 *);
    int (*prepare_v2)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
    int (*step)(sqlite3_stmt *);
    int (*finalize)(sqlite3_stmt *);
    const void *(*column_blob)(sqlite3_stmt *, int);
    int (*column_bytes)(sqlite3_stmt *, int);
    const char *(*errmsg)(sqlite3 *);
    const char *(*errstr)(int);
} api;
static int loaded;

static void load(void) {
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int missing = 0;
#define LOAD(name) missing |= !(*(void **)&api.name = dlsym(library, "sqlite3_" #name))
    LOAD(open_v2);
    LOAD(close_v2);
    LOAD(prepare_v2);
    LOAD(step);
    LOAD(finalize);
    LOAD(column_blob);
    LOAD(column_bytes);
    LOAD(errmsg);
    LOAD(errstr);
#undef LOAD
    loaded = !missing;
}

struct csqlite {
    sqlite3 *handle;
    sqlite3_stmt *statement;
};

int csqlite_open(const char *path, csqlite **database) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!loaded) return CSQLITE_MISSING;
    csqlite *made = calloc(1, sizeof *made);
    if (!made) return CSQLITE_MEMORY;
    int code = api.open_v2(path, &made->handle, SQLITE_OPEN_READONLY, NULL);
    if (code) {
        // SQLite hands out a handle even when it could not open the file.
        api.close_v2(made->handle);
        free(made);
        return code;
    }
    *database = made;
    return 0;
}

void csqlite_close(csqlite *database) {
    api.finalize(database->statement);
    api.close_v2(database->handle);
    free(database);
}

int csqlite_prepare(csqlite *database, const char *statement) {
    api.finalize(database->statement);
    database->statement = NULL;
    return api.prepare_v2(database->handle, statement, -1, &database->statement, NULL);
}

int csqlite_step(csqlite *database) {
    int code = api.step(database->statement);
    return code == SQLITE_ROW ? 1 : code == SQLITE_DONE ? 0 : -1;
}

const void *csqlite_column(csqlite *database, int column, int *size) {
    const void *bytes = api.column_blob(database->statement, column);
    *size = bytes ? api.column_bytes(database->statement, column) : 0;
    return bytes;
}

const char *csqlite_message(csqlite *database) { return api.errmsg(database->handle); }

const char *csqlite_reason(int code) {
    if (code == CSQLITE_MISSING) return "libsqlite3 is not installed; install it (Debian: libsqlite3-0)";
    if (code == CSQLITE_MEMORY) return "there is no memory";
    return api.errstr(code);
}
