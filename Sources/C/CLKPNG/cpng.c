#include "cpng.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// The interface of libpng 1.6: http://www.libpng.org/pub/png/libpng-manual.txt
typedef void png;
typedef void png_information;
typedef void (*png_on_message)(png *, const char *);
typedef void (*png_move)(png *, uint8_t *, size_t);
typedef void (*png_jump)(jmp_buf, int);

static struct {
    png *(*create_read_struct)(const char *, void *, png_on_message, png_on_message);
    png *(*create_write_struct)(const char *, void *, png_on_message, png_on_message);
    png_information *(*create_info_struct)(png *);
    void (*destroy_read_struct)(png **, png_information **, png_information **);
    void (*destroy_write_struct)(png **, png_information **);
    jmp_buf *(*set_longjmp_fn)(png *, png_jump, size_t);
    void (*longjmp)(const png *, int);
    void *(*get_error_ptr)(const png *);
    void *(*get_io_ptr)(const png *);
    void (*set_read_fn)(png *, void *, png_move);
    void (*set_write_fn)(png *, void *, png_move, void (*)(png *));
    void (*set_user_limits)(png *, uint32_t, uint32_t);
    void (*set_chunk_malloc_max)(png *, size_t);
    void (*set_keep_unknown_chunks)(png *, int, const uint8_t *, int);
    void (*set_crc_action)(png *, int, int);
    void (*set_benign_errors)(png *, int);
    void (*read_info)(png *, png_information *);
    uint32_t (*get_IHDR)(
        const png *, const png_information *, uint32_t *, uint32_t *, int *, int *, int *, int *, int *);
    uint32_t (*get_valid)(const png *, const png_information *, uint32_t);
    uint32_t (*get_iCCP)(const png *, png_information *, char **, int *, uint8_t **, uint32_t *);
    void (*set_iCCP)(png *, png_information *, const char *, int, const uint8_t *, uint32_t);
    void (*set_expand)(png *);
    void (*set_scale_16)(png *);
    void (*set_gray_to_rgb)(png *);
    void (*set_add_alpha)(png *, uint32_t, int);
    void (*set_filler)(png *, uint32_t, int);
    int (*set_interlace_handling)(png *);
    void (*read_update_info)(png *, png_information *);
    size_t (*get_rowbytes)(const png *, const png_information *);
    void (*read_row)(png *, uint8_t *, uint8_t *);
    void (*set_IHDR)(png *, png_information *, uint32_t, uint32_t, int, int, int, int, int);
    void (*set_compression_level)(png *, int);
    void (*set_filter)(png *, int, int);
    void (*write_info)(png *, const png_information *);
    void (*write_chunk)(png *, const uint8_t *, const uint8_t *, size_t);
    void (*write_row)(png *, const uint8_t *);
    void (*write_end)(png *, png_information *);
} api;
static int loaded;

enum { COLOR_RGB = 2, COLOR_RGBA = 6, COLOR_HAS_ALPHA = 4, FILLER_AFTER = 1, HAS_TRANSPARENCY = 0x10 };
// Wrong checksums are reported, and the bytes used anyway.
enum { CRC_WARN_USE = 4 };
enum { KEEP_NEVER = 1 };
// No colour profile is longer.
enum { LONGEST_CHUNK = 32 << 20 };
enum { FILTER_NONE = 0x08, FILTER_SUB = 0x10, FILTER_UP = 0x20, FILTER_PAETH = 0x80 };

static void load(void) {
    void *library = dlopen("libpng16.so.16", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int missing = 0;
#define LOAD(name) missing |= !(*(void **)&api.name = dlsym(library, "png_" #name))
    LOAD(create_read_struct);
    LOAD(create_write_struct);
    LOAD(create_info_struct);
    LOAD(destroy_read_struct);
    LOAD(destroy_write_struct);
    LOAD(set_longjmp_fn);
    LOAD(longjmp);
    LOAD(get_error_ptr);
    LOAD(get_io_ptr);
    LOAD(set_read_fn);
    LOAD(set_write_fn);
    LOAD(set_user_limits);
    LOAD(set_chunk_malloc_max);
    LOAD(set_keep_unknown_chunks);
    LOAD(set_crc_action);
    LOAD(set_benign_errors);
    LOAD(read_info);
    LOAD(get_IHDR);
    LOAD(get_valid);
    LOAD(get_iCCP);
    LOAD(set_iCCP);
    LOAD(set_expand);
    LOAD(set_scale_16);
    LOAD(set_gray_to_rgb);
    LOAD(set_add_alpha);
    LOAD(set_filler);
    LOAD(set_interlace_handling);
    LOAD(read_update_info);
    LOAD(get_rowbytes);
    LOAD(read_row);
    LOAD(set_IHDR);
    LOAD(set_compression_level);
    LOAD(set_filter);
    LOAD(write_info);
    LOAD(write_chunk);
    LOAD(write_row);
    LOAD(write_end);
#undef LOAD
    loaded = !missing;
}

int cpng_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return loaded;
}

struct cpng_reader {
    png *png;
    png_information *info;
    const uint8_t *bytes;
    size_t left;
    uint32_t width, height;
    int passes, has_alpha, is_interlaced, is_started, is_damaged;
    char message[160];
};

static void keep(cpng_reader *reader, const char *message) {
    strncpy(reader->message, message, sizeof reader->message - 1);
}

static void on_error(png *png, const char *message) {
    keep(api.get_error_ptr(png), message);
    api.longjmp(png, 1);
}

static void on_warning(png *png, const char *message) {
    cpng_reader *reader = api.get_error_ptr(png);
    // Most warnings are of metadata; those of the image have the chunk's name in front.
    if (strstr(message, "CRC") || !strncmp(message, "IDAT", 4)) {
        reader->is_damaged = 1;
        keep(reader, message);
    }
}

static void move_in(png *png, uint8_t *to, size_t count) {
    cpng_reader *reader = api.get_io_ptr(png);
    if (count > reader->left) {
        keep(reader, "the file ends too early");
        api.longjmp(png, 1);
    }
    memcpy(to, reader->bytes, count);
    reader->bytes += count;
    reader->left -= count;
}

static uint32_t word(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// libpng allocates a chunk before reading it, so reject a chunk that claims more bytes than there are.
static int has_room_for_chunks(cpng_reader *reader) {
    size_t offset = 8;
    while (reader->left >= 12 && offset <= reader->left - 12) {
        const uint8_t *chunk = reader->bytes + offset;
        if (!memcmp(chunk + 4, "IDAT", 4)) return 1;
        if (word(chunk) > reader->left - offset - 12) {
            keep(reader, "a chunk is longer than the rest of the file");
            return 0;
        }
        offset += (size_t)word(chunk) + 12;
    }
    return 1;
}

static void open_header(cpng_reader *reader) {
    // They are not needed, and can be many times as large as the file when unpacked.
    static const uint8_t passed_over[] = "tEXt\0zTXt\0iTXt\0sPLT\0pCAL\0sCAL\0eXIf\0hIST";
    png *png = reader->png;
    if (!has_room_for_chunks(reader)) return;
    if (setjmp(*api.set_longjmp_fn(png, longjmp, sizeof(jmp_buf)))) return;
    api.set_user_limits(png, 0x7fffffff, 0x7fffffff);
    api.set_chunk_malloc_max(png, LONGEST_CHUNK);
    api.set_keep_unknown_chunks(png, KEEP_NEVER, passed_over, sizeof passed_over / 5);
    api.set_crc_action(png, CRC_WARN_USE, CRC_WARN_USE);
    api.set_benign_errors(png, 1);
    api.set_read_fn(png, reader, move_in);
    api.read_info(png, reader->info);
    int depth, color, interlace;
    uint32_t width, height;
    api.get_IHDR(png, reader->info, &width, &height, &depth, &color, &interlace, NULL, NULL);
    reader->has_alpha = (color & COLOR_HAS_ALPHA) || api.get_valid(png, reader->info, HAS_TRANSPARENCY);
    reader->is_interlaced = interlace != 0;
    reader->width = width;
    reader->height = height;
}

cpng_reader *cpng_open(const uint8_t *bytes, size_t count) {
    if (!cpng_load()) return NULL;
    cpng_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->bytes = bytes;
    reader->left = count;
    reader->png = api.create_read_struct("1.6.0", reader, on_error, on_warning);
    if (reader->png) reader->info = api.create_info_struct(reader->png);
    if (!reader->info) {
        cpng_close(reader);
        return NULL;
    }
    open_header(reader);
    return reader;
}

uint32_t cpng_width(const cpng_reader *reader) { return reader->width; }
uint32_t cpng_height(const cpng_reader *reader) { return reader->height; }
int cpng_is_interlaced(const cpng_reader *reader) { return reader->is_interlaced; }
int cpng_has_alpha(const cpng_reader *reader) { return reader->has_alpha; }
int cpng_is_damaged(const cpng_reader *reader) { return reader->is_damaged; }
const char *cpng_message(const cpng_reader *reader) { return reader->message; }

size_t cpng_profile(cpng_reader *reader, const uint8_t **profile) {
    char *name = NULL;
    int compression = 0;
    uint8_t *bytes = NULL;
    uint32_t count = 0;
    if (!api.get_iCCP(reader->png, reader->info, &name, &compression, &bytes, &count)) return 0;
    *profile = bytes;
    return count;
}

int cpng_read_rows(cpng_reader *reader, uint8_t *pixels, size_t stride, uint32_t count) {
    png *png = reader->png;
    if (setjmp(*api.set_longjmp_fn(png, longjmp, sizeof(jmp_buf)))) {
        reader->is_damaged = 1;
        return CPNG_FATAL;
    }
    if (!reader->is_started) {
        reader->is_started = 1;
        api.set_expand(png);
        api.set_scale_16(png);
        api.set_gray_to_rgb(png);
        api.set_add_alpha(png, 0xff, FILLER_AFTER);
        reader->passes = api.set_interlace_handling(png);
        api.read_update_info(png, reader->info);
        if (api.get_rowbytes(png, reader->info) != (size_t)reader->width * 4) {
            keep(reader, "its pixels are of an unknown form");
            return CPNG_FATAL;
        }
    }
    for (int pass = 0; pass < reader->passes; pass++) {
        // Of an interlaced image a half is shown with its pixels enlarged, so that a cut-off one is whole, and coarse.
        for (uint32_t row = 0; row < count; row++) {
            uint8_t *to = pixels + (size_t)row * stride;
            if (reader->is_interlaced) api.read_row(png, NULL, to);
            else api.read_row(png, to, NULL);
        }
    }
    return CPNG_OK;
}

void cpng_close(cpng_reader *reader) {
    if (reader->png) api.destroy_read_struct(&reader->png, &reader->info, NULL);
    free(reader);
}

typedef struct {
    uint8_t *bytes;
    size_t count, capacity;
} output;

static void move_out(png *png, uint8_t *from, size_t count) {
    output *to = api.get_io_ptr(png);
    if (to->capacity - to->count < count) {
        size_t capacity = (to->capacity + count) * 2;
        uint8_t *bytes = realloc(to->bytes, capacity);
        if (!bytes) api.longjmp(png, 1);
        to->bytes = bytes;
        to->capacity = capacity;
    }
    memcpy(to->bytes + to->count, from, count);
    to->count += count;
}

static void no_flush(png *png) { (void)png; }
static void on_write_error(png *png, const char *message) {
    (void)message;
    api.longjmp(png, 1);
}
static void on_write_warning(png *png, const char *message) {
    (void)png;
    (void)message;
}

static int write_all(png *png, png_information *info, const uint8_t *pixels, const cpng_options *options, output *to) {
    if (setjmp(*api.set_longjmp_fn(png, longjmp, sizeof(jmp_buf)))) return CPNG_FATAL;
    api.set_write_fn(png, to, move_out, no_flush);
    api.set_user_limits(png, 0x7fffffff, 0x7fffffff);
    // One filter for all rows: choosing for each costs as much as compressing at level 1.
    int fast = options->level == 0 ? FILTER_NONE : FILTER_UP;
    api.set_filter(png, 0, options->level <= 1 ? fast : FILTER_SUB | FILTER_UP | FILTER_PAETH);
    api.set_compression_level(png, options->level);
    api.set_IHDR(png, info, options->width, options->height, 8, options->has_alpha ? COLOR_RGBA : COLOR_RGB, 0, 0, 0);
    if (options->profile_count && options->profile_count < 0x7fffffff)
        api.set_iCCP(png, info, "ICC", 0, options->profile, (uint32_t)options->profile_count);
    api.write_info(png, info);
    for (size_t index = 0; index < options->text_count; index++) {
        const cpng_text *text = &options->texts[index];
        size_t key = strlen(text->key), value = strlen(text->value);
        uint8_t chunk[8192];
        if (key > 79 || key + 1 + value > sizeof chunk) continue;
        memcpy(chunk, text->key, key + 1);
        memcpy(chunk + key + 1, text->value, value);
        api.write_chunk(png, (const uint8_t *)"tEXt", chunk, key + 1 + value);
    }
    if (options->exif_count) api.write_chunk(png, (const uint8_t *)"eXIf", options->exif, options->exif_count);
    if (!options->has_alpha) api.set_filler(png, 0, FILLER_AFTER);
    for (uint32_t row = 0; row < options->height; row++)
        api.write_row(png, pixels + (size_t)row * options->stride);
    api.write_end(png, NULL);
    return CPNG_OK;
}

int cpng_encode(const uint8_t *pixels, const cpng_options *options, uint8_t **bytes, size_t *count) {
    if (!cpng_load()) return CPNG_FATAL;
    png *png = api.create_write_struct("1.6.0", NULL, on_write_error, on_write_warning);
    png_information *info = png ? api.create_info_struct(png) : NULL;
    output to = {0};
    int code = info ? write_all(png, info, pixels, options, &to) : CPNG_FATAL;
    if (png) api.destroy_write_struct(&png, &info);
    if (code != CPNG_OK) {
        free(to.bytes);
        to.bytes = NULL;
        to.count = 0;
    }
    *bytes = to.bytes;
    *count = to.count;
    return code;
}
