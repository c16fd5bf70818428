#include "cjpeg.h"

#include <dlfcn.h>
#include <pthread.h>

// The TurboJPEG API 2.0, whose functions later versions keep: https://libjpeg-turbo.org/Documentation/Documentation
static struct {
    void *(*InitDecompress)(void);
    void *(*InitCompress)(void);
    int (*Destroy)(void *);
    int (*DecompressHeader3)(void *, const unsigned char *, unsigned long, int *, int *, int *, int *);
    int (*Decompress2)(void *, const unsigned char *, unsigned long, unsigned char *, int, int, int, int, int);
    int (*Compress2)(
        void *, const unsigned char *, int, int, int, int, unsigned char **, unsigned long *, int, int, int);
    void (*Free)(unsigned char *);
    char *(*GetErrorStr2)(void *);
    int (*GetErrorCode)(void *);
} api;
static int loaded;

enum { PIXEL_RGBX = 2, PIXEL_RGBA = 7, PIXEL_CMYK = 11 };
// The caller has counted the scans; this catches what only the library counts as one.
enum { LIMIT_SCANS = 32768, ACCURATE_DCT = 4096 };
enum { SAMPLING_444 = 0, SAMPLING_420 = 2 };

static void load(void) {
    void *library = dlopen("libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int missing = 0;
#define LOAD(name) missing |= !(*(void **)&api.name = dlsym(library, "tj" #name))
    LOAD(InitDecompress);
    LOAD(InitCompress);
    LOAD(Destroy);
    LOAD(DecompressHeader3);
    LOAD(Decompress2);
    LOAD(Compress2);
    LOAD(Free);
    LOAD(GetErrorStr2);
    LOAD(GetErrorCode);
#undef LOAD
    loaded = !missing;
}

int cjpeg_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return loaded;
}

void *cjpeg_decoder(void) { return cjpeg_load() ? api.InitDecompress() : NULL; }

void *cjpeg_encoder(void) { return cjpeg_load() ? api.InitCompress() : NULL; }

void cjpeg_free(void *handle) {
    if (handle) api.Destroy(handle);
}

int cjpeg_read_header(void *handle, const uint8_t *bytes, size_t count, cjpeg_header *header) {
    int sampling = 0;
    header->width = header->height = 0;
    header->space = -1;
    // The result says nothing: tables without an image are none of its errors, and samplings that have no name there are
    // refused after all else was read, and decoded nevertheless.
    api.DecompressHeader3(handle, bytes, count, &header->width, &header->height, &sampling, &header->space);
    return header->width > 0 && header->height > 0 && header->space >= 0 ? CJPEG_OK : CJPEG_FATAL;
}

int cjpeg_scaled(int side, int eighths) { return (int)(((int64_t)side * eighths + 7) / 8); }

int cjpeg_decode(
    void *handle, const uint8_t *bytes, size_t count, uint8_t *pixels, size_t stride, const cjpeg_header *header,
    int eighths) {
    int is_print = header->space == CJPEG_CMYK || header->space == CJPEG_YCCK;
    int code = api.Decompress2(
        handle, bytes, count, pixels, cjpeg_scaled(header->width, eighths), (int)stride,
        cjpeg_scaled(header->height, eighths), is_print ? PIXEL_CMYK : PIXEL_RGBA, LIMIT_SCANS);
    if (code == 0) return CJPEG_OK;
    return api.GetErrorCode(handle) == 0 ? CJPEG_DAMAGED : CJPEG_FATAL;
}

int cjpeg_encode(
    void *handle, const uint8_t *pixels, size_t stride, int width, int height, int quality, uint8_t **bytes,
    size_t *count) {
    unsigned long size = 0;
    *bytes = NULL;
    int code = api.Compress2(
        handle, pixels, width, (int)stride, height, PIXEL_RGBX, bytes, &size,
        quality >= 90 ? SAMPLING_444 : SAMPLING_420, quality, ACCURATE_DCT);
    *count = size;
    return code == 0 ? CJPEG_OK : CJPEG_FATAL;
}

void cjpeg_free_bytes(uint8_t *bytes) {
    if (bytes) api.Free(bytes);
}

const char *cjpeg_message(void *handle) { return api.GetErrorStr2(handle); }
