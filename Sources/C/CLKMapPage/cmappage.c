#include "cmappage.h"

// C23's #embed, as for the gazetteer.
#pragma clang diagnostic ignored "-Wc23-extensions"

// A script is some files one after the other, each a function of its own.

// Leaflet is taken from where Debian's libjs-leaflet puts it, and is never part of the sources.
#if !__has_embed("/usr/share/javascript/leaflet/leaflet.min.js")
#error "Leaflet is missing: apt-get install libjs-leaflet"
#endif

static const unsigned char leaflet_script[] = {
#embed "/usr/share/javascript/leaflet/leaflet.min.js"
};
static const unsigned char leaflet_style[] = {
#embed "/usr/share/javascript/leaflet/leaflet.css"
};
static const unsigned char leaflet_licence[] = {
#embed "page/leaflet-licence.txt"
};
static const unsigned char page_script[] = {
#embed "page/core.js"
    ,
#embed "page/canvas-layer.js"
    ,
#embed "page/base-streets.js"
    ,
#embed "page/base-data.js"
    ,
#embed "page/base-labels.js"
    ,
#embed "page/base-map.js"
    ,
#embed "page/fitting.js"
    ,
#embed "page/table.js"
    ,
#embed "page/page.js"
};
static const unsigned char page_style[] = {
#embed "page/page.css"
};
static const unsigned char photos_script[] = {
#embed "page/photo-data.js"
    ,
#embed "page/photo-clusters.js"
    ,
#embed "page/photo-viewer.js"
    ,
#embed "page/photo-strip.js"
    ,
#embed "page/time-line.js"
    ,
#embed "page/photos.js"
};
static const unsigned char photos_style[] = {
#embed "page/photos.css"
};
static const unsigned char tracks_script[] = {
#embed "page/track-data.js"
    ,
#embed "page/track-texts.js"
    ,
#embed "page/track-colors.js"
    ,
#embed "page/track-lines.js"
    ,
#embed "page/track-marks.js"
    ,
#embed "page/profile.js"
    ,
#embed "page/tracks.js"
};
static const unsigned char tracks_style[] = {
#embed "page/tracks.css"
};
static const unsigned char live_script[] = {
#embed "page/live.js"
};
static const unsigned char live_style[] = {
#embed "page/live.css"
};

const unsigned char *cmappage_file(enum cmappage_file file, size_t *length) {
    switch (file) {
#define FILE_CASE(name, bytes)                                                                                         \
    case name:                                                                                                         \
        *length = sizeof bytes;                                                                                        \
        return bytes
        FILE_CASE(CMAPPAGE_LEAFLET_SCRIPT, leaflet_script);
        FILE_CASE(CMAPPAGE_LEAFLET_STYLE, leaflet_style);
        FILE_CASE(CMAPPAGE_LEAFLET_LICENCE, leaflet_licence);
        FILE_CASE(CMAPPAGE_PAGE_SCRIPT, page_script);
        FILE_CASE(CMAPPAGE_PAGE_STYLE, page_style);
        FILE_CASE(CMAPPAGE_PHOTOS_SCRIPT, photos_script);
        FILE_CASE(CMAPPAGE_PHOTOS_STYLE, photos_style);
        FILE_CASE(CMAPPAGE_TRACKS_SCRIPT, tracks_script);
        FILE_CASE(CMAPPAGE_TRACKS_STYLE, tracks_style);
        FILE_CASE(CMAPPAGE_LIVE_SCRIPT, live_script);
        FILE_CASE(CMAPPAGE_LIVE_STYLE, live_style);
#undef FILE_CASE
    }
    *length = 0;
    return 0;
}
