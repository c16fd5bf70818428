#include "cheif.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The interface of libheif 1: https://github.com/strukturag/libheif/blob/master/libheif/api/libheif/heif.h
typedef struct {
    int code;
    int subcode;
    const char *message;
} heif_error;
typedef void heif_context;
typedef void heif_handle;
typedef void heif_image;
typedef uint32_t heif_id;

enum { CHANNEL_INTERLEAVED = 10, SPACE_RGB = 1, CHROMA_RGBA = 11 };
enum { ERROR_UNSUPPORTED_FILETYPE = 3, ERROR_UNSUPPORTED_FEATURE = 4 };

static struct {
    heif_context *(*context_alloc)(void);
    void (*context_free)(heif_context *);
    heif_error (*context_read_from_memory_without_copy)(heif_context *, const void *, size_t, const void *);
    void (*context_set_maximum_image_size_limit)(heif_context *, int);
    heif_error (*context_get_primary_image_handle)(heif_context *, heif_handle **);
    int (*image_handle_get_width)(const heif_handle *);
    int (*image_handle_get_height)(const heif_handle *);
    int (*image_handle_has_alpha_channel)(const heif_handle *);
    int (*image_handle_get_list_of_thumbnail_IDs)(const heif_handle *, heif_id *, int);
    heif_error (*image_handle_get_thumbnail)(const heif_handle *, heif_id, heif_handle **);
    size_t (*image_handle_get_raw_color_profile_size)(const heif_handle *);
    heif_error (*image_handle_get_raw_color_profile)(const heif_handle *, void *);
    int (*image_handle_get_list_of_metadata_block_IDs)(const heif_handle *, const char *, heif_id *, int);
    size_t (*image_handle_get_metadata_size)(const heif_handle *, heif_id);
    heif_error (*image_handle_get_metadata)(const heif_handle *, heif_id, void *);
    void (*image_handle_release)(const heif_handle *);
    heif_error (*decode_image)(const heif_handle *, heif_image **, int, int, const void *);
    int (*image_get_width)(const heif_image *, int);
    int (*image_get_height)(const heif_image *, int);
    const uint8_t *(*image_get_plane_readonly)(const heif_image *, int, int *);
    void (*image_release)(const heif_image *);
} api;
static int loaded;

static void load(void) {
    void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int missing = 0;
#define LOAD(name) missing |= !(*(void **)&api.name = dlsym(library, "heif_" #name))
    LOAD(context_alloc);
    LOAD(context_free);
    LOAD(context_read_from_memory_without_copy);
    LOAD(context_set_maximum_image_size_limit);
    LOAD(context_get_primary_image_handle);
    LOAD(image_handle_get_width);
    LOAD(image_handle_get_height);
    LOAD(image_handle_has_alpha_channel);
    LOAD(image_handle_get_list_of_thumbnail_IDs);
    LOAD(image_handle_get_thumbnail);
    LOAD(image_handle_get_raw_color_profile_size);
    LOAD(image_handle_get_raw_color_profile);
    LOAD(image_handle_get_list_of_metadata_block_IDs);
    LOAD(image_handle_get_metadata_size);
    LOAD(image_handle_get_metadata);
    LOAD(image_handle_release);
    LOAD(decode_image);
    LOAD(image_get_width);
    LOAD(image_get_height);
    LOAD(image_get_plane_readonly);
    LOAD(image_release);
#undef LOAD
    loaded = !missing;
}

int cheif_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return loaded;
}

struct cheif_reader {
    heif_context *context;
    heif_handle *main, *thumbnail;
    heif_image *image;
    int is_unsupported;
    char message[200];
};

static int failed(cheif_reader *reader, heif_error error) {
    if (error.code == 0) return 0;
    reader->is_unsupported = error.code == ERROR_UNSUPPORTED_FILETYPE || error.code == ERROR_UNSUPPORTED_FEATURE;
    if (error.message) strncpy(reader->message, error.message, sizeof reader->message - 1);
    return 1;
}

static void find_thumbnail(cheif_reader *reader) {
    heif_id ids[8];
    int count = api.image_handle_get_list_of_thumbnail_IDs(reader->main, ids, 8);
    for (int index = 0; index < count; index++) {
        heif_handle *handle = NULL;
        if (api.image_handle_get_thumbnail(reader->main, ids[index], &handle).code || !handle) continue;
        if (!reader->thumbnail
            || api.image_handle_get_width(handle) > api.image_handle_get_width(reader->thumbnail)) {
            if (reader->thumbnail) api.image_handle_release(reader->thumbnail);
            reader->thumbnail = handle;
        } else {
            api.image_handle_release(handle);
        }
    }
}

cheif_reader *cheif_open(const uint8_t *bytes, size_t count, int longest_side) {
    if (!cheif_load()) return NULL;
    cheif_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->context = api.context_alloc();
    if (!reader->context) {
        free(reader);
        return NULL;
    }
    api.context_set_maximum_image_size_limit(reader->context, longest_side);
    if (failed(reader, api.context_read_from_memory_without_copy(reader->context, bytes, count, NULL))) return reader;
    if (failed(reader, api.context_get_primary_image_handle(reader->context, &reader->main))) {
        reader->main = NULL;
        return reader;
    }
    find_thumbnail(reader);
    return reader;
}

int cheif_width(const cheif_reader *reader) { return reader->main ? api.image_handle_get_width(reader->main) : 0; }
int cheif_height(const cheif_reader *reader) { return reader->main ? api.image_handle_get_height(reader->main) : 0; }
int cheif_has_alpha(const cheif_reader *reader) { return api.image_handle_has_alpha_channel(reader->main); }
int cheif_thumbnail_width(const cheif_reader *reader) {
    return reader->thumbnail ? api.image_handle_get_width(reader->thumbnail) : 0;
}
int cheif_thumbnail_height(const cheif_reader *reader) {
    return reader->thumbnail ? api.image_handle_get_height(reader->thumbnail) : 0;
}
const char *cheif_message(const cheif_reader *reader) { return reader->message; }
int cheif_is_unsupported(const cheif_reader *reader) { return reader->is_unsupported; }

size_t cheif_profile(const cheif_reader *reader, uint8_t **profile) {
    // More is no profile of an image.
    enum { MOST = 4 << 20 };
    size_t count = api.image_handle_get_raw_color_profile_size(reader->main);
    if (count == 0 || count > MOST || !(*profile = malloc(count))) return 0;
    if (api.image_handle_get_raw_color_profile(reader->main, *profile).code == 0) return count;
    free(*profile);
    *profile = NULL;
    return 0;
}

size_t cheif_exif(const cheif_reader *reader, uint8_t **exif) {
    enum { MOST = 4 << 20 };
    heif_id id;
    if (api.image_handle_get_list_of_metadata_block_IDs(reader->main, "Exif", &id, 1) != 1) return 0;
    size_t count = api.image_handle_get_metadata_size(reader->main, id);
    if (count == 0 || count > MOST || !(*exif = malloc(count))) return 0;
    if (api.image_handle_get_metadata(reader->main, id, *exif).code == 0) return count;
    free(*exif);
    *exif = NULL;
    return 0;
}

int cheif_decode(cheif_reader *reader, int is_thumbnail) {
    heif_handle *handle = is_thumbnail ? reader->thumbnail : reader->main;
    if (reader->image) api.image_release(reader->image);
    reader->image = NULL;
    if (!handle) return CHEIF_FATAL;
    if (!failed(reader, api.decode_image(handle, &reader->image, SPACE_RGB, CHROMA_RGBA, NULL))) return CHEIF_OK;
    reader->image = NULL;
    return CHEIF_FATAL;
}

const uint8_t *cheif_pixels(const cheif_reader *reader, int *width, int *height, size_t *stride) {
    if (!reader->image) return NULL;
    int row = 0;
    const uint8_t *pixels = api.image_get_plane_readonly(reader->image, CHANNEL_INTERLEAVED, &row);
    *width = api.image_get_width(reader->image, CHANNEL_INTERLEAVED);
    *height = api.image_get_height(reader->image, CHANNEL_INTERLEAVED);
    *stride = (size_t)row;
    return pixels;
}

void cheif_close(cheif_reader *reader) {
    if (reader->image) api.image_release(reader->image);
    if (reader->thumbnail) api.image_handle_release(reader->thumbnail);
    if (reader->main) api.image_handle_release(reader->main);
    api.context_free(reader->context);
    free(reader);
}
