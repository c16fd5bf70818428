#include "cgif.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// The interface of giflib 5.1 and 5.2, whose layouts the name libgif.so.7 stands for: https://giflib.sourceforge.net/gif_lib.html
typedef struct {
    uint8_t red, green, blue;
} color;

typedef struct {
    int count, bits;
    bool is_sorted;
    color *colors;
} color_map;

typedef struct {
    int left, top, width, height;
    bool is_interlaced;
    color_map *map;
} image;

typedef struct {
    int width, height, resolution, background;
    uint8_t aspect;
    color_map *map;
    int image_count;
    image image;
    void *saved;
    int extension_count;
    void *extensions;
    int error;
    void *user_data;
    void *private_data;
} gif;

typedef int (*gif_move)(gif *, uint8_t *, int);

static struct {
    gif *(*DGifOpen)(void *, gif_move, int *);
    int (*DGifCloseFile)(gif *, int *);
    int (*DGifGetRecordType)(gif *, int *);
    int (*DGifGetImageDesc)(gif *);
    int (*DGifGetLine)(gif *, uint8_t *, int);
    int (*DGifGetExtension)(gif *, int *, uint8_t **);
    int (*DGifGetExtensionNext)(gif *, uint8_t **);
    const char *(*GifErrorString)(int);
} api;
static int loaded;

enum { GIF_OK = 1, RECORD_IMAGE = 2, RECORD_EXTENSION = 3, GRAPHICS_CONTROL = 0xf9, HAS_TRANSPARENT = 1 };

static void load(void) {
    void *library = dlopen("libgif.so.7", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int missing = 0;
#define LOAD(name) missing |= !(*(void **)&api.name = dlsym(library, #name))
    LOAD(DGifOpen);
    LOAD(DGifCloseFile);
    LOAD(DGifGetRecordType);
    LOAD(DGifGetImageDesc);
    LOAD(DGifGetLine);
    LOAD(DGifGetExtension);
    LOAD(DGifGetExtensionNext);
    LOAD(GifErrorString);
#undef LOAD
    loaded = !missing;
}

int cgif_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return loaded;
}

struct cgif_reader {
    gif *gif;
    const uint8_t *bytes;
    size_t left;
    int width, height, transparent, error;
    const char *reason;
    uint8_t colors[768];
};

static int move_in(gif *gif, uint8_t *to, int wanted) {
    cgif_reader *reader = gif->user_data;
    size_t count = (size_t)wanted < reader->left ? (size_t)wanted : reader->left;
    if (wanted <= 0) return 0;
    memcpy(to, reader->bytes, count);
    reader->bytes += count;
    reader->left -= count;
    return (int)count;
}

static int read_extension(cgif_reader *reader) {
    int kind = 0;
    uint8_t *block = NULL;
    if (api.DGifGetExtension(reader->gif, &kind, &block) != GIF_OK) return 0;
    while (block) {
        if (kind == GRAPHICS_CONTROL && block[0] >= 4) reader->transparent = block[1] & HAS_TRANSPARENT ? block[4] : -1;
        if (api.DGifGetExtensionNext(reader->gif, &block) != GIF_OK) return 0;
    }
    return 1;
}

static int find_first(cgif_reader *reader) {
    gif *gif = reader->gif;
    int record = 0;
    while (api.DGifGetRecordType(gif, &record) == GIF_OK) {
        if (record == RECORD_EXTENSION) {
            if (!read_extension(reader)) return 0;
        } else if (record == RECORD_IMAGE) {
            if (api.DGifGetImageDesc(gif) != GIF_OK) return 0;
            const color_map *map = gif->image.map ? gif->image.map : gif->map;
            if (!map || !map->colors || map->count < 1) reader->reason = "it has no colours";
            if (gif->image.width < 1 || gif->image.height < 1) reader->reason = "its first image is empty";
            if (reader->reason) return 0;
            memcpy(reader->colors, map->colors, 3 * (size_t)(map->count < 256 ? map->count : 256));
            return 1;
        } else {
            reader->reason = "it has no image";
            return 0;
        }
    }
    return 0;
}

cgif_reader *cgif_open(const uint8_t *bytes, size_t count) {
    if (!cgif_load()) return NULL;
    cgif_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->bytes = bytes;
    reader->left = count;
    reader->transparent = -1;
    reader->gif = api.DGifOpen(reader, move_in, &reader->error);
    if (!reader->gif || !find_first(reader)) return reader;
    // Some programs leave the canvas out.
    const image *first = &reader->gif->image;
    reader->width = reader->gif->width > 0 ? reader->gif->width : first->left + first->width;
    reader->height = reader->gif->height > 0 ? reader->gif->height : first->top + first->height;
    return reader;
}

int cgif_width(const cgif_reader *reader) { return reader->width; }
int cgif_height(const cgif_reader *reader) { return reader->height; }
const uint8_t *cgif_colors(const cgif_reader *reader) { return reader->colors; }

cgif_frame cgif_first(const cgif_reader *reader) {
    const image *first = &reader->gif->image;
    cgif_frame frame = {
        first->left, first->top, first->width, first->height, first->is_interlaced, reader->transparent,
    };
    return frame;
}

int cgif_read_row(cgif_reader *reader, uint8_t *row) {
    return api.DGifGetLine(reader->gif, row, reader->gif->image.width) == GIF_OK ? CGIF_OK : CGIF_FATAL;
}

const char *cgif_message(const cgif_reader *reader) {
    if (reader->reason) return reader->reason;
    const char *text = api.GifErrorString(reader->gif ? reader->gif->error : reader->error);
    return text ? text : "its structure is invalid";
}

void cgif_close(cgif_reader *reader) {
    if (reader->gif) api.DGifCloseFile(reader->gif, NULL);
    free(reader);
}
