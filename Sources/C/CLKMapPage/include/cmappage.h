#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The files that a map page is made of.
enum cmappage_file {
    /// Leaflet's script and style sheet, of the Debian package libjs-leaflet.
    CMAPPAGE_LEAFLET_SCRIPT,
    CMAPPAGE_LEAFLET_STYLE,
    /// Leaflet's licence.
    CMAPPAGE_LEAFLET_LICENCE,
    /// What all map pages have.
    CMAPPAGE_PAGE_SCRIPT,
    CMAPPAGE_PAGE_STYLE,
    /// What pages of photos have as well.
    CMAPPAGE_PHOTOS_SCRIPT,
    CMAPPAGE_PHOTOS_STYLE,
    /// What pages of tracks have as well.
    CMAPPAGE_TRACKS_SCRIPT,
    CMAPPAGE_TRACKS_STYLE,
    /// What the page of a receiver at work has as well.
    CMAPPAGE_LIVE_SCRIPT,
    CMAPPAGE_LIVE_STYLE
};

/// Returns a file's first byte and its length; they live as long as the program.
///
/// The pointer is null for a number that is not a file.
const unsigned char *_Nullable cmappage_file(enum cmappage_file file, size_t *_Nonnull length);

#ifdef __cplusplus
}
#endif
