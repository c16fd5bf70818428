#include "crsvg.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// The interfaces of librsvg 2.46 and cairo 1.16, which keep them as long as the names of the libraries stay:
// https://gnome.pages.gitlab.gnome.org/librsvg/Rsvg-2.0/ and https://www.cairographics.org/manual/
enum { FORMAT_ARGB32 = 0, CAIRO_SUCCESS = 0, CAIRO_NO_MEMORY = 1, CAIRO_WRITE_ERROR = 11 };

typedef void handle;
typedef void surface;
typedef void context;
typedef void error;

typedef struct {
    double x, y, width, height;
} rectangle;

typedef int (*write_function)(void *closure, const unsigned char *bytes, unsigned int count);

static struct {
    handle *(*rsvg_handle_new_from_data)(const uint8_t *, size_t, error **);
    int (*rsvg_handle_render_document)(handle *, context *, const rectangle *, error **);
    void (*g_object_unref)(void *);
    void (*g_error_free)(error *);
    surface *(*cairo_image_surface_create)(int, int, int);
    int (*cairo_surface_status)(surface *);
    int (*cairo_surface_write_to_png_stream)(surface *, write_function, void *);
    void (*cairo_surface_destroy)(surface *);
    context *(*cairo_create)(surface *);
    int (*cairo_status)(context *);
    void (*cairo_destroy)(context *);
} api;
static int loaded;
static char reason[256];

static void load(void) {
    // It is linked with cairo and glib, whose functions are found through it.
    void *library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *text = dlerror();
        snprintf(reason, sizeof reason, "%s", text ? text : "unknown error");
        return;
    }
    int missing = 0;
#define LOAD(name) missing |= !(*(void **)&api.name = dlsym(library, #name))
    LOAD(rsvg_handle_new_from_data);
    LOAD(rsvg_handle_render_document);
    LOAD(g_object_unref);
    LOAD(g_error_free);
    LOAD(cairo_image_surface_create);
    LOAD(cairo_surface_status);
    LOAD(cairo_surface_write_to_png_stream);
    LOAD(cairo_surface_destroy);
    LOAD(cairo_create);
    LOAD(cairo_status);
    LOAD(cairo_destroy);
#undef LOAD
    loaded = !missing;
    if (missing) snprintf(reason, sizeof reason, "it lacks functions of version 2.46");
}

int crsvg_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return loaded;
}

const char *crsvg_load_failure(void) { return crsvg_load() ? "" : reason; }

typedef struct {
    crsvg_sink write;
    void *context;
} sink_closure;

static int hand(void *closure, const unsigned char *bytes, unsigned int count) {
    sink_closure *sink = closure;
    return sink->write(sink->context, bytes, count) ? CAIRO_WRITE_ERROR : CAIRO_SUCCESS;
}

static int draw(handle *picture, int width, int height, sink_closure *sink) {
    surface *pixels = api.cairo_image_surface_create(FORMAT_ARGB32, width, height);
    int result = CRSVG_NO_MEMORY;
    if (api.cairo_surface_status(pixels) == CAIRO_SUCCESS) {
        context *canvas = api.cairo_create(pixels);
        rectangle whole = {0, 0, width, height};
        error *problem = NULL;
        int is_drawn = api.rsvg_handle_render_document(picture, canvas, &whole, &problem);
        if (problem) api.g_error_free(problem);
        int status = api.cairo_status(canvas);
        api.cairo_destroy(canvas);
        if (!is_drawn || status != CAIRO_SUCCESS) {
            result = status == CAIRO_NO_MEMORY ? CRSVG_NO_MEMORY : CRSVG_MALFORMED;
        } else {
            int written = api.cairo_surface_write_to_png_stream(pixels, hand, sink);
            result = written == CAIRO_SUCCESS ? CRSVG_OK : written == CAIRO_WRITE_ERROR ? CRSVG_SINK : CRSVG_NO_MEMORY;
        }
    }
    api.cairo_surface_destroy(pixels);
    return result;
}

int crsvg_render(const uint8_t *svg, size_t count, int width, int height, crsvg_sink sink, void *context) {
    if (!crsvg_load()) return CRSVG_ABSENT;
    error *problem = NULL;
    handle *picture = api.rsvg_handle_new_from_data(svg, count, &problem);
    if (problem) api.g_error_free(problem);
    if (!picture) return CRSVG_MALFORMED;
    sink_closure closure = {sink, context};
    int result = draw(picture, width, height, &closure);
    api.g_object_unref(picture);
    return result;
}
