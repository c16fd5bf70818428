#ifndef COSMIUM_H
#define COSMIUM_H

// OpenStreetMap files, read by libosmium, and the assembly of polygons. A layer, since libosmium is C++ and reports failures as
// exceptions, which end a Swift program: every function here catches them.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define COSMIUM_NOEXCEPT noexcept
#else
#define COSMIUM_NOEXCEPT
#endif

#pragma clang assume_nonnull begin

/// The coordinate of a node whose position is not known, in place of both values.
#define COSMIUM_UNKNOWN INT32_MAX

/// Longest tag of XML accepted, attributes included, in bytes; the same as of other files.
#define COSMIUM_LONGEST_TAG 1048576

/// Limits of PBF, in which a block may have 32 MiB. Programs write at most 8,000 objects into one, with some 100,000 tags and
/// references. Zlib makes a fifth to a tenth of real data; lines of nodes in equal steps become a hundredth.
///
/// Elements of a block: strings, tags, members, references, and objects with their weight.
#define COSMIUM_MAXIMUM_ELEMENTS 4000000
#define COSMIUM_OBJECT_WEIGHT 8
/// Maximum ratio of the expanded bytes of all blocks so far to their bytes in the file, beyond 16 MiB.
#define COSMIUM_MAXIMUM_EXPANSION 100
#define COSMIUM_FREE_EXPANSION 16777216

/// Kinds of objects, to be combined.
enum { COSMIUM_NODE = 1, COSMIUM_WAY = 2, COSMIUM_RELATION = 4 };

/// Why something failed, ended by a zero byte.
typedef struct {
    char text[256];
} cosmium_failure;

/// A node of a way. Coordinates are in units of 1e-7 degrees.
typedef struct {
    int64_t id;
    int32_t longitude, latitude;
} cosmium_node;

/// A member of a relation.
typedef struct {
    int64_t id;
    /// `COSMIUM_NODE`, `COSMIUM_WAY` or `COSMIUM_RELATION`.
    int kind;
    const char *role;
} cosmium_member;

/// An object of a file. All pointers are valid until the next call with the reader.
typedef struct {
    /// `COSMIUM_NODE`, `COSMIUM_WAY` or `COSMIUM_RELATION`.
    int kind;
    int64_t id;
    /// A node's position in units of 1e-7 degrees; `COSMIUM_UNKNOWN` where there is none.
    int32_t longitude, latitude;
    /// Keys and values in turn, each ended by a zero byte; `NULL` without tags.
    const char *_Nullable tags;
    size_t tag_bytes;
    /// The nodes of a way, without positions.
    const cosmium_node *_Nullable nodes;
    size_t node_count;
    /// The members of a relation.
    const cosmium_member *_Nullable members;
    size_t member_count;
} cosmium_object;

/// What a file says of its extent, in units of 1e-7 degrees.
typedef struct {
    int32_t west, south, east, north;
} cosmium_box;

typedef struct cosmium_reader cosmium_reader;

/// Opens a file.
///
/// - Parameters:
///   - format: Its format as libosmium names it: `pbf`, `o5m`, `osm`, `osm.gz` or `osm.bz2`.
///   - kinds: The kinds of objects that are wanted; the others are skipped.
/// - Returns: A reader for one thread, to be closed, or `NULL` with the reason.
cosmium_reader *_Nullable cosmium_open(
    const char *path, const char *format, int kinds, cosmium_failure *failure) COSMIUM_NOEXCEPT;

/// Reads the next object that is not deleted.
///
/// - Returns: 1 with an object, 0 at the end, -1 with the reason of a failure, after which only closing is allowed.
int cosmium_next(cosmium_reader *reader, cosmium_object *object, cosmium_failure *failure) COSMIUM_NOEXCEPT;

/// The extent that the file's header states: the first of its boxes.
///
/// - Returns: Whether it states one.
int cosmium_extent(const cosmium_reader *reader, cosmium_box *box) COSMIUM_NOEXCEPT;

/// The time of the data, as the file's header states it in ISO 8601; `NULL` if it does not. Valid until the reader is closed.
const char *_Nullable cosmium_timestamp(const cosmium_reader *reader) COSMIUM_NOEXCEPT;

/// How many bytes of the file, which may be compressed, have been read.
uint64_t cosmium_offset(const cosmium_reader *reader) COSMIUM_NOEXCEPT;

void cosmium_close(cosmium_reader *reader) COSMIUM_NOEXCEPT;

/// A line of nodes that bounds a polygon.
typedef struct {
    int64_t id;
    const cosmium_node *nodes;
    size_t node_count;
} cosmium_line;

/// A closed ring of a polygon: its last node is its first.
typedef struct {
    const cosmium_node *nodes;
    size_t node_count;
    /// Whether it is a hole in the outer ring before it.
    int is_inner;
} cosmium_ring;

typedef struct cosmium_polygon cosmium_polygon;

/// Joins lines to the rings of a multipolygon; which ring is in which is found from the positions.
///
/// Lines without positions, shorter than two nodes or given twice do not count. A part that occurs twice in different lines is
/// not a border. Takes O(n log n) steps for n nodes, whatever the lines are.
///
/// - Parameters:
///   - steps: Gets how many times nodes or lines were compared.
/// - Returns: The polygon, to be freed, or `NULL` with the reason: rings that are open, or that cross or touch between nodes.
cosmium_polygon *_Nullable cosmium_assemble(
    const cosmium_line *lines, size_t count, size_t *steps, cosmium_failure *failure) COSMIUM_NOEXCEPT;

/// The rings of a polygon, each outer one followed by its holes; valid until it is freed.
const cosmium_ring *cosmium_rings(const cosmium_polygon *polygon, size_t *count) COSMIUM_NOEXCEPT;

void cosmium_polygon_free(cosmium_polygon *polygon) COSMIUM_NOEXCEPT;

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
