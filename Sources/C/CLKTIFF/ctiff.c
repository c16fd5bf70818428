#define _GNU_SOURCE
#include "ctiff.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The interface of libtiff 4.5 and later, of which the name libtiff.so.6 is the sign:
// https://libtiff.gitlab.io/libtiff/functions.html
typedef void tiff;
typedef void tiff_options;
typedef int (*tiff_on_message)(tiff *, void *, const char *, const char *, va_list);
typedef int64_t (*tiff_move)(void *, void *, int64_t);
typedef uint64_t (*tiff_seek)(void *, uint64_t, int);
typedef int (*tiff_end)(void *);
typedef uint64_t (*tiff_size)(void *);
typedef int (*tiff_map)(void *, void **, uint64_t *);
typedef void (*tiff_unmap)(void *, void *, uint64_t);

static struct {
    tiff_options *(*OpenOptionsAlloc)(void);
    void (*OpenOptionsFree)(tiff_options *);
    void (*OpenOptionsSetMaxSingleMemAlloc)(tiff_options *, int64_t);
    void (*OpenOptionsSetErrorHandlerExtR)(tiff_options *, tiff_on_message, void *);
    void (*OpenOptionsSetWarningHandlerExtR)(tiff_options *, tiff_on_message, void *);
    tiff *(*ClientOpenExt)(
        const char *, const char *, void *, tiff_move, tiff_move, tiff_seek, tiff_end, tiff_size, tiff_map, tiff_unmap,
        tiff_options *);
    void (*Close)(tiff *);
    int (*GetField)(tiff *, uint32_t, ...);
    int (*GetFieldDefaulted)(tiff *, uint32_t, ...);
    int (*SetField)(tiff *, uint32_t, ...);
    int (*ReadDirectory)(tiff *);
    int (*SetDirectory)(tiff *, unsigned);
    int (*IsTiled)(tiff *);
    int (*RGBAImageOK)(tiff *, char *);
    int (*ReadRGBAStripExt)(tiff *, uint32_t, uint32_t *, int);
    int (*ReadRGBATileExt)(tiff *, uint32_t, uint32_t, uint32_t *, int);
} api;
static int loaded;

enum {
    SUBFILE_TYPE = 254, WIDTH = 256, HEIGHT = 257, ORIENTATION = 274, ROWS_PER_STRIP = 278,
    TILE_WIDTH = 322, TILE_HEIGHT = 323, EXTRA_SAMPLES = 338, PROFILE = 34675
};
enum { REDUCED = 1, MASK = 4, TOP_LEFT = 1, PREMULTIPLIED = 1, PLAIN_ALPHA = 2 };

static void load(void) {
    void *library = dlopen("libtiff.so.6", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int missing = 0;
#define LOAD(name) missing |= !(*(void **)&api.name = dlsym(library, "TIFF" #name))
    LOAD(OpenOptionsAlloc);
    LOAD(OpenOptionsFree);
    LOAD(OpenOptionsSetMaxSingleMemAlloc);
    LOAD(OpenOptionsSetErrorHandlerExtR);
    LOAD(OpenOptionsSetWarningHandlerExtR);
    LOAD(ClientOpenExt);
    LOAD(Close);
    LOAD(GetField);
    LOAD(GetFieldDefaulted);
    LOAD(SetField);
    LOAD(ReadDirectory);
    LOAD(SetDirectory);
    LOAD(IsTiled);
    LOAD(RGBAImageOK);
    LOAD(ReadRGBAStripExt);
    LOAD(ReadRGBATileExt);
#undef LOAD
    loaded = !missing;
}

int ctiff_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return loaded;
}

struct ctiff_reader {
    tiff *tiff;
    int file;
    const uint8_t *bytes;
    uint64_t count, offset;
    uint32_t width, height, tile_width, band;
    int is_tiled, is_reduced, has_alpha, has_failed;
    char message[200];
};

static int on_error(tiff *tiff, void *data, const char *module, const char *format, va_list values) {
    (void)tiff;
    (void)module;
    ctiff_reader *reader = data;
    reader->has_failed = 1;
    if (!reader->message[0]) vsnprintf(reader->message, sizeof reader->message, format, values);
    // No other handler, which would print.
    return 1;
}

static int on_warning(tiff *tiff, void *data, const char *module, const char *format, va_list values) {
    (void)tiff, (void)data, (void)module, (void)format, (void)values;
    return 1;
}

static int64_t move_in(void *data, void *to, int64_t wanted) {
    ctiff_reader *reader = data;
    if (wanted <= 0 || reader->offset >= reader->count) return 0;
    uint64_t left = reader->count - reader->offset;
    size_t count = (uint64_t)wanted < left ? (size_t)wanted : (size_t)left, done = 0;
    if (reader->file < 0) {
        memcpy(to, reader->bytes + reader->offset, count);
        done = count;
    }
    while (done < count) {
        ssize_t more = pread(reader->file, (char *)to + done, count - done, (off_t)(reader->offset + done));
        if (more < 0 && errno == EINTR) continue;
        // Cut off meanwhile by another program: there are fewer bytes.
        if (more <= 0) break;
        done += (size_t)more;
    }
    reader->offset += done;
    return (int64_t)done;
}

static int64_t move_out(void *data, void *from, int64_t count) {
    (void)data, (void)from, (void)count;
    return -1;
}

static uint64_t seek(void *data, uint64_t offset, int whence) {
    ctiff_reader *reader = data;
    if (whence == SEEK_CUR) offset += reader->offset;
    if (whence == SEEK_END) offset += reader->count;
    return reader->offset = offset;
}

static int end(void *data) {
    (void)data;
    return 0;
}

static uint64_t size(void *data) { return ((ctiff_reader *)data)->count; }

// A mapped file would raise SIGBUS when truncated; bytes already in memory are used in place.
static int map(void *data, void **base, uint64_t *count) {
    ctiff_reader *reader = data;
    if (reader->file >= 0) return 0;
    *base = (void *)reader->bytes;
    *count = reader->count;
    return 1;
}

static void unmap(void *data, void *base, uint64_t count) { (void)data, (void)base, (void)count; }

static void read_directory(ctiff_reader *reader) {
    tiff *tiff = reader->tiff;
    uint32_t type = 0, width = 0, height = 0, rows = 0, tile_width = 0, tile_height = 0;
    uint16_t extras = 0, *kinds = NULL;
    reader->width = reader->height = 0;
    if (!api.GetField(tiff, WIDTH, &width) || !api.GetField(tiff, HEIGHT, &height)) return;
    api.GetFieldDefaulted(tiff, SUBFILE_TYPE, &type);
    api.GetFieldDefaulted(tiff, ROWS_PER_STRIP, &rows);
    reader->is_tiled = api.IsTiled(tiff);
    if (reader->is_tiled) {
        api.GetField(tiff, TILE_WIDTH, &tile_width);
        api.GetField(tiff, TILE_HEIGHT, &tile_height);
        if (!tile_width || !tile_height) return;
    }
    reader->tile_width = tile_width;
    reader->band = reader->is_tiled ? tile_height : rows;
    if (!reader->band || (!reader->is_tiled && reader->band > height)) reader->band = height;
    reader->is_reduced = (type & (REDUCED | MASK)) != 0;
    reader->has_alpha = 0;
    // Samples of an unknown kind, which the library takes for alpha, are none by the specification.
    if (api.GetFieldDefaulted(tiff, EXTRA_SAMPLES, &extras, &kinds) && kinds && extras > 0)
        reader->has_alpha = kinds[0] == PREMULTIPLIED || kinds[0] == PLAIN_ALPHA;
    // The library would mirror the pixels and not turn them; the caller does both.
    api.SetField(tiff, ORIENTATION, TOP_LEFT);
    reader->width = width;
    reader->height = height;
    // What is wrong with other values is no reason for an image that is missing.
    reader->message[0] = 0;
}

ctiff_reader *ctiff_open(int file, const uint8_t *bytes, size_t count, size_t most_memory) {
    if (!ctiff_load()) return NULL;
    ctiff_reader *reader = calloc(1, sizeof *reader);
    tiff_options *options = reader ? api.OpenOptionsAlloc() : NULL;
    if (!options) {
        free(reader);
        return NULL;
    }
    reader->file = file;
    reader->bytes = bytes;
    reader->count = count;
    struct stat status;
    if (file >= 0) reader->count = fstat(file, &status) == 0 ? (uint64_t)status.st_size : 0;
    api.OpenOptionsSetMaxSingleMemAlloc(options, most_memory > INT64_MAX ? INT64_MAX : (int64_t)most_memory);
    api.OpenOptionsSetErrorHandlerExtR(options, on_error, reader);
    api.OpenOptionsSetWarningHandlerExtR(options, on_warning, reader);
    reader->tiff = api.ClientOpenExt("TIFF", file < 0 ? "r" : "rm", reader, move_in, move_out, seek, end, size, map, unmap, options);
    api.OpenOptionsFree(options);
    if (reader->tiff) read_directory(reader);
    return reader;
}

int ctiff_next(ctiff_reader *reader) {
    if (!reader->tiff || !api.ReadDirectory(reader->tiff)) return 0;
    read_directory(reader);
    return 1;
}

int ctiff_go(ctiff_reader *reader, unsigned directory) {
    // The number had 16 bits before libtiff 4.5; so few are never asked for.
    if (!reader->tiff || !api.SetDirectory(reader->tiff, directory)) return 0;
    read_directory(reader);
    return 1;
}

uint32_t ctiff_width(const ctiff_reader *reader) { return reader->width; }
uint32_t ctiff_height(const ctiff_reader *reader) { return reader->height; }
int ctiff_is_reduced(const ctiff_reader *reader) { return reader->is_reduced; }
int ctiff_has_alpha(const ctiff_reader *reader) { return reader->has_alpha; }
uint32_t ctiff_band_rows(const ctiff_reader *reader) { return reader->band; }
const char *ctiff_message(const ctiff_reader *reader) { return reader->message; }

int ctiff_is_supported(ctiff_reader *reader) {
    char message[1024] = "";
    if (reader->tiff && api.RGBAImageOK(reader->tiff, message)) return 1;
    snprintf(reader->message, sizeof reader->message, "%.*s", (int)sizeof reader->message - 1, message);
    return 0;
}

size_t ctiff_profile(ctiff_reader *reader, const uint8_t **profile) {
    uint32_t count = 0;
    void *bytes = NULL;
    if (!reader->tiff || !api.GetField(reader->tiff, PROFILE, &count, &bytes) || !bytes) return 0;
    *profile = bytes;
    return count;
}

size_t ctiff_scratch_pixels(const ctiff_reader *reader) {
    return reader->is_tiled ? (size_t)reader->tile_width * reader->band : reader->width;
}

static void flip(uint32_t *pixels, size_t width, size_t rows, uint32_t *row) {
    for (size_t y = 0; y < rows / 2; y++) {
        uint32_t *upper = pixels + y * width, *lower = pixels + (rows - 1 - y) * width;
        memcpy(row, upper, width * 4);
        memcpy(upper, lower, width * 4);
        memcpy(lower, row, width * 4);
    }
}

int ctiff_read_band(ctiff_reader *reader, uint32_t y, uint32_t *pixels, uint32_t *scratch) {
    size_t width = reader->width, rows = reader->height - y < reader->band ? reader->height - y : reader->band;
    reader->has_failed = 0;
    if (!reader->is_tiled) {
        // Rows come from the bottom to the top.
        if (!api.ReadRGBAStripExt(reader->tiff, y, pixels, 0)) return CTIFF_FATAL;
        flip(pixels, width, rows, scratch);
        return reader->has_failed ? CTIFF_DAMAGED : CTIFF_OK;
    }
    for (size_t x = 0; x < width; x += reader->tile_width) {
        if (!api.ReadRGBATileExt(reader->tiff, (uint32_t)x, y, scratch, 0)) return CTIFF_FATAL;
        size_t columns = width - x < reader->tile_width ? width - x : reader->tile_width;
        for (size_t row = 0; row < rows; row++) {
            size_t from = (reader->band - 1 - row) * reader->tile_width;
            memcpy(pixels + row * width + x, scratch + from, columns * 4);
        }
    }
    return reader->has_failed ? CTIFF_DAMAGED : CTIFF_OK;
}

void ctiff_close(ctiff_reader *reader) {
    if (reader->tiff) api.Close(reader->tiff);
    free(reader);
}
