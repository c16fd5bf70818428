#ifndef CRSVG_H
#define CRSVG_H

// The parts of librsvg, and of cairo below it, that LocationKit uses; loaded when the first picture is rendered.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Takes bytes of the PNG as they are made; anything but 0 ends the rendering.
typedef int (*crsvg_sink)(void *context, const uint8_t *bytes, size_t count);

/// Loads the library if necessary; whether it is installed.
int crsvg_load(void);

/// Why the library cannot be loaded, as the system says it, such as that it is absent or memory is missing; empty if it can be.
const char *crsvg_load_failure(void);

/// Renders a picture of SVG into a PNG of a size in pixels, and hands that to a sink.
///
/// Returns CRSVG_OK, or what failed; the SVG is given without any base, so that nothing it names is read.
int crsvg_render(
    const uint8_t *svg, size_t count, int width, int height, crsvg_sink sink, void *_Nullable context);

#define CRSVG_OK 0
#define CRSVG_ABSENT 1
#define CRSVG_MALFORMED 2
#define CRSVG_NO_MEMORY 3
#define CRSVG_SINK 4

#pragma clang assume_nonnull end

#endif
