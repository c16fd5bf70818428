#include "cwebp.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// The decoder's interface of libwebp 1, of which ABI version 0x02xx keeps the layout:
// https://developers.google.com/speed/webp/docs/api
enum { ABI_VERSION = 0x0209, STATUS_OK = 0, STATUS_SUSPENDED = 5, STATUS_NOT_ENOUGH_DATA = 7, MODE_RGBA = 1 };

typedef struct {
    int width, height, has_alpha, has_animation, format;
    uint32_t pad[5];
} features;

typedef struct {
    int colorspace, width, height, is_external_memory;
    union {
        struct {
            uint8_t *rgba;
            int stride;
            size_t size;
        } rgba;
        struct {
            uint8_t *y, *u, *v, *a;
            int y_stride, u_stride, v_stride, a_stride;
            size_t y_size, u_size, v_size, a_size;
        } yuva;
    } u;
    uint32_t pad[4];
    uint8_t *private_memory;
} buffer;

typedef struct {
    int bypass_filtering, no_fancy_upsampling, use_cropping, crop_left, crop_top, crop_width, crop_height;
    int use_scaling, scaled_width, scaled_height, use_threads, dithering_strength, flip, alpha_dithering_strength;
    uint32_t pad[5];
} options;

typedef struct {
    features input;
    buffer output;
    options options;
} configuration;

typedef void incremental;

static struct {
    int (*GetFeaturesInternal)(const uint8_t *, size_t, features *, int);
    int (*InitDecoderConfigInternal)(configuration *, int);
    incremental *(*IDecode)(const uint8_t *, size_t, configuration *);
    int (*IAppend)(incremental *, const uint8_t *, size_t);
    void (*IDelete)(incremental *);
} api;
static int loaded;

static void load(void) {
    void *library = dlopen("libwebp.so.7", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int missing = 0;
#define LOAD(name) missing |= !(*(void **)&api.name = dlsym(library, "WebP" #name))
    LOAD(GetFeaturesInternal);
    LOAD(InitDecoderConfigInternal);
    LOAD(IDecode);
    LOAD(IAppend);
    LOAD(IDelete);
#undef LOAD
    loaded = !missing;
}

int cwebp_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return loaded;
}

static int meaning(int status) {
    if (status == STATUS_OK) return CWEBP_OK;
    return status == STATUS_SUSPENDED || status == STATUS_NOT_ENOUGH_DATA ? CWEBP_SHORT : CWEBP_FATAL;
}

int cwebp_read_header(const uint8_t *bytes, size_t count, cwebp_header *header) {
    if (!cwebp_load()) return CWEBP_FATAL;
    features found = {0};
    int code = meaning(api.GetFeaturesInternal(bytes, count, &found, ABI_VERSION));
    header->width = found.width;
    header->height = found.height;
    header->has_alpha = found.has_alpha;
    header->has_animation = found.has_animation;
    return code;
}

int cwebp_decode(
    const uint8_t *bytes, size_t count, uint8_t *pixels, size_t stride, int width, int height, int is_scaled) {
    configuration configuration;
    if (!cwebp_load() || !api.InitDecoderConfigInternal(&configuration, ABI_VERSION)) return CWEBP_FATAL;
    configuration.output.colorspace = MODE_RGBA;
    configuration.output.is_external_memory = 1;
    configuration.output.u.rgba.rgba = pixels;
    configuration.output.u.rgba.stride = (int)stride;
    configuration.output.u.rgba.size = stride * (size_t)height;
    configuration.options.use_scaling = is_scaled;
    configuration.options.scaled_width = width;
    configuration.options.scaled_height = height;
    // Bit by bit, since the whole decoder refuses files that are cut off and shows nothing of them.
    incremental *decoder = api.IDecode(NULL, 0, &configuration);
    if (!decoder) return CWEBP_FATAL;
    int code = meaning(api.IAppend(decoder, bytes, count));
    api.IDelete(decoder);
    return code;
}
