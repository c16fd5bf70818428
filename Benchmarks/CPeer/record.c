#include "cpeer.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// The plainest way to keep points in SQLite: one prepared statement, a transaction for each batch.

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

static struct {
    int (*open_v2)(const char *, sqlite3 **, int, const char *);
    int (*close)(sqlite3 *);
    int (*exec)(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **);
    int (*prepare_v2)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
    int (*step)(sqlite3_stmt *);
    int (*reset)(sqlite3_stmt *);
    int (*finalize)(sqlite3_stmt *);
    int (*bind_int64)(sqlite3_stmt *, int, int64_t);
    int (*bind_double)(sqlite3_stmt *, int, double);
    int (*bind_text)(sqlite3_stmt *, int, const char *, int, void (*)(void *));
    int (*bind_null)(sqlite3_stmt *, int);
} api;

static int load(void) {
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return -1;
    int missing = 0;
#define LOAD(name) missing |= !(*(void **)&api.name = dlsym(library, "sqlite3_" #name))
    LOAD(open_v2);
    LOAD(close);
    LOAD(exec);
    LOAD(prepare_v2);
    LOAD(step);
    LOAD(reset);
    LOAD(finalize);
    LOAD(bind_int64);
    LOAD(bind_double);
    LOAD(bind_text);
    LOAD(bind_null);
#undef LOAD
    return missing ? -1 : 0;
}

static const char tables[] =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
    "CREATE TABLE IF NOT EXISTS segment (id INTEGER PRIMARY KEY, reason TEXT NOT NULL, device TEXT);"
    "CREATE TABLE IF NOT EXISTS point (id INTEGER PRIMARY KEY, segment INTEGER NOT NULL, arrival REAL NOT NULL,"
    "latitude REAL NOT NULL, longitude REAL NOT NULL, altitude REAL, ellipsoidal_altitude REAL,"
    "horizontal_accuracy REAL, accuracy_estimator TEXT, vertical_accuracy REAL, speed REAL, speed_accuracy REAL,"
    "course REAL, course_accuracy REAL, vertical_speed REAL, time REAL, time_doubt TEXT, fix TEXT, correction TEXT,"
    "satellites_used INTEGER, satellites_visible INTEGER, horizontal_dilution REAL, source TEXT NOT NULL,"
    "simulated INTEGER NOT NULL);";

static const char insertion[] =
    "INSERT INTO point VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

static int64_t next;

static int insert(sqlite3_stmt *statement) {
    double number = (double)++next;
    api.bind_int64(statement, 1, next);
    api.bind_int64(statement, 2, 1);
    api.bind_double(statement, 3, 1.79e9 + number + 0.2);
    api.bind_double(statement, 4, 47);
    api.bind_double(statement, 5, number / 1e4);
    api.bind_double(statement, 6, 431.5);
    api.bind_null(statement, 7);
    api.bind_double(statement, 8, 4);
    api.bind_text(statement, 9, "gst", 3, NULL);
    api.bind_double(statement, 10, 7);
    api.bind_double(statement, 11, 1.5);
    api.bind_null(statement, 12);
    api.bind_double(statement, 13, 90);
    api.bind_null(statement, 14);
    api.bind_double(statement, 15, 0.1);
    api.bind_double(statement, 16, 1.79e9 + number);
    api.bind_null(statement, 17);
    api.bind_text(statement, 18, "3d", 2, NULL);
    api.bind_null(statement, 19);
    api.bind_int64(statement, 20, 9);
    api.bind_int64(statement, 21, 14);
    api.bind_double(statement, 22, 0.9);
    api.bind_text(statement, 23, "gpsd", 4, NULL);
    api.bind_int64(statement, 24, 0);
    int code = api.step(statement);
    api.reset(statement);
    return code == 101 ? 0 : code;
}

int cpeer_record(const char *path, int batches, int points) {
    if (load()) return -1;
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    next = 0;
    // One thread uses it, as ours: without SQLite's own locks.
    enum { READWRITE = 2, CREATE = 4, NOMUTEX = 0x8000 };
    int code = api.open_v2(path, &database, READWRITE | CREATE | NOMUTEX, NULL);
    if (!code) code = api.exec(database, tables, NULL, NULL, NULL);
    if (!code) code = api.exec(database, "INSERT INTO segment VALUES (1, 'start', '/dev/ttyACM0')", NULL, NULL, NULL);
    if (!code) code = api.prepare_v2(database, insertion, -1, &statement, NULL);
    for (int batch = 0; !code && batch < batches; batch++) {
        code = api.exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        for (int point = 0; !code && point < points; point++) code = insert(statement);
        if (!code) code = api.exec(database, "COMMIT", NULL, NULL, NULL);
    }
    api.finalize(statement);
    api.close(database);
    return code;
}
