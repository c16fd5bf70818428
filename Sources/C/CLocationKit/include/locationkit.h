/*
 * locationkit.h: names of places for points, offline.
 *
 * liblocationkit answers as `locate reverse` does: country, state, city, quarter and time zone of any point on the Earth, from
 * data inside the library, and street and house number where a street index is attached.
 *
 *     lk_world *world = NULL;
 *     lk_geocoder *geocoder = NULL;
 *     char message[LK_MESSAGE_SIZE];
 *     struct lk_place place;
 *     if (lk_world_open(NULL, &world, message, sizeof message) == LK_OK
 *         && lk_geocoder_open(world, "en", NULL, 0, 0, &geocoder, message, sizeof message) == LK_OK
 *         && lk_reverse(geocoder, 48.8584, 2.2945, 0, &place, sizeof place, message, sizeof message) == LK_OK) {
 *         printf("%s, %s\n", place.city, place.country);
 *         lk_place_release(&place);
 *     }
 *     lk_geocoder_close(geocoder);
 *     lk_world_close(world);
 *
 * Rules for all functions:
 *
 * - Latitude comes before longitude; both are WGS 84 in degrees. Distances are in metres. Texts are UTF-8 and end with a NUL.
 * - Functions that can fail return LK_OK or one of the codes below. They then write what happened and what to do, as one
 *   sentence, into the caller's `message`, which is cut to `message_size` bytes with its NUL; `message` may be NULL.
 *   LK_MESSAGE_SIZE bytes suffice for most paths. After success the message is empty.
 * - After a failure, outputs are NULL, 0 or released.
 * - All functions may be called from any thread at any time, also with one handle from several threads at once. A handle that
 *   is closed while another thread uses it stays valid for that call. A handle opened before fork() may be used after it.
 * - A handle that is NULL, closed or of another kind gives LK_HANDLE. Any other pointer must be valid, as in any C library.
 * - The library keeps no settings, prints nothing, and does not end the process. It reads no environment variables, except in
 *   lk_region_paths. Threads exist only while a call that was allowed several of them runs.
 * - Files are mapped, not copied. Replace a file by renaming a new one over it: an open handle keeps the old one. If a file is
 *   shortened while it is open, calls return LK_FILE_DAMAGED; overwriting it in place may give wrong answers.
 * - Opening the first file installs a handler for SIGBUS, the only signal that the library handles. It answers faults in these
 *   files only, and passes all others on to the handler that was installed before. The world inside the library needs none.
 *
 * The data requires attribution: see lk_world_text and lk_streets_text.
 */
#ifndef LOCATIONKIT_H
#define LOCATIONKIT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The Arrow C Data Interface, as https://arrow.apache.org/docs/format/CDataInterface.html defines it. The guard is the
 * standard's, so that this header may be used together with other headers that have these structures.
 */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif

/* ---- Versions ---------------------------------------------------------------------------------------------------- */

/*
 * The version of this interface. Versions with one number before the hundreds are compatible: a program built with an older
 * header runs with a newer library. The soname has that number: liblocationkit.so.1.
 */
#define LK_ABI_VERSION 102

/* Returns the LK_ABI_VERSION of the library that is loaded. */
int32_t lk_abi_version(void);

/* ---- Codes ------------------------------------------------------------------------------------------------------- */

enum {
  /* Success. */
  LK_OK = 0,
  /* An argument is wrong: a NULL that is not allowed, a negative count, an unknown column, a size too small. */
  LK_ARGUMENT = 1,
  /* A handle is NULL, closed, or not of this kind. */
  LK_HANDLE = 2,
  /* The point is not on the Earth: not a number, or out of range. Batches have nulls instead. */
  LK_POINT = 3,
  /* A language is not a tag such as ja or zh-Hant-TW. */
  LK_LANGUAGE = 4,
  /* A data file is missing or cannot be read. */
  LK_FILE_UNREADABLE = 5,
  /* A data file is damaged or of another kind. */
  LK_FILE_DAMAGED = 6,
  /* A data file is for another version of the library. */
  LK_FILE_UNSUPPORTED = 7,
  /* A column has more than 2 GiB of text, which a 32-bit offset cannot address: split the batch, or ask for a dictionary. */
  LK_TOO_LARGE = 8,
  /* There is not enough memory. */
  LK_MEMORY = 9,
  /* The caller's buffer is too small; the needed size is returned. */
  LK_BUFFER = 10
};

/* A size for messages. */
#define LK_MESSAGE_SIZE 512

/* ---- Data -------------------------------------------------------------------------------------------------------- */

/* A gazetteer: the world's settlements with their names, borders and time zones. */
typedef struct lk_world lk_world;

/*
 * Opens a gazetteer; takes microseconds.
 *
 * path: a .gazetteer file; NULL for the one inside the library.
 * world: receives the handle.
 */
int32_t lk_world_open(const char *path, lk_world **world, char *message, size_t message_size);

/* Closes a gazetteer. Geocoders that use it stay usable. NULL and closed handles are ignored. */
void lk_world_close(lk_world *world);

/* Streets and house numbers of a region: a file that `locate data import-osm` made. */
typedef struct lk_streets lk_streets;

/* Opens a street index; takes microseconds. */
int32_t lk_streets_open(const char *path, lk_streets **streets, char *message, size_t message_size);

/* Closes a street index. Geocoders that use it stay usable. NULL and closed handles are ignored. */
void lk_streets_close(lk_streets *streets);

/*
 * Copies the paths of the installed street indexes, one on a line, into a buffer: those that `locate` uses. To answer as it does, open
 * each with lk_streets_open, pass over those that fail, and give the others to lk_geocoder_open in this order.
 *
 * They are the files *.streets in locationkit/regions below $XDG_DATA_HOME (default: ~/.local/share) and below each of
 * $XDG_DATA_DIRS (default: /usr/local/share and /usr/share). Of several of one name the first counts. A file whose path has a line
 * break is left out. Do not change the environment on another thread meanwhile.
 *
 * buffer, size: receives the paths with a NUL; may be NULL and 0 to ask for the length.
 * length: receives the length in bytes without the NUL, 0 where nothing is installed; may be NULL.
 *
 * Returns LK_BUFFER if size is less than length + 1; nothing is copied then. Returns LK_FILE_UNREADABLE if a folder of regions
 * cannot be read; the paths of the other folders are in the buffer nevertheless. Since version 102.
 */
int32_t lk_region_paths(char *buffer, size_t size, size_t *length, char *message, size_t message_size);

/* What lk_world_text and lk_streets_text return. */
enum {
  /* The attribution that the data's licences require where results are shown. */
  LK_TEXT_ATTRIBUTION = 1,
  /* The name of the data's licence. */
  LK_TEXT_LICENCE = 2,
  /* The inputs, one on a line: name, version, licence and so on, separated by tabs. */
  LK_TEXT_SOURCES = 3,
  /* The file's path, or the words "the embedded gazetteer". */
  LK_TEXT_ORIGIN = 4,
  /* The tags of the languages with names, separated by commas; empty for street indexes. */
  LK_TEXT_LANGUAGES = 5
};

/*
 * Copies a text about a gazetteer into a buffer.
 *
 * key: one of LK_TEXT_...
 * buffer, size: receives the text with a NUL; may be NULL and 0 to ask for the length.
 * length: receives the text's length in bytes without the NUL; may be NULL.
 *
 * Returns LK_BUFFER if size is less than length + 1; nothing is copied then.
 */
int32_t lk_world_text(const lk_world *world, int32_t key, char *buffer, size_t size, size_t *length, char *message,
                      size_t message_size);

/* Copies a text about a street index into a buffer; see lk_world_text. */
int32_t lk_streets_text(const lk_streets *streets, int32_t key, char *buffer, size_t size, size_t *length, char *message,
                        size_t message_size);

/*
 * Reads a gazetteer completely and compares it with its checksums; takes about 20 ms. Opening checks only the header: use this
 * once for a file from elsewhere.
 */
int32_t lk_world_verify(const lk_world *world, char *message, size_t message_size);

/* Reads a street index completely and compares it with its checksums. */
int32_t lk_streets_verify(const lk_streets *streets, char *message, size_t message_size);

/* ---- Geocoders --------------------------------------------------------------------------------------------------- */

/* A gazetteer, a list of languages and, if wanted, street indexes. It remembers names, so use one for many calls. */
typedef struct lk_geocoder lk_geocoder;

/* Flags of lk_geocoder_open. */
enum {
  /* Only street indexes answer, as with `locate reverse --provider streets`; the gazetteer completes their answers. */
  LK_STREETS_ONLY = 1
};

/*
 * Makes a geocoder.
 *
 * world: the gazetteer.
 * languages: at most 64 tags separated by commas, most wanted first: "ja,en"; NULL or "" for each place's own language. A part of an
 *   address without a name in these languages has one that their readers can read, mostly the English one.
 * streets, streets_count: street indexes, which may overlap; NULL and 0 for none. Where one covers a point and knows at least
 *   as much as the gazetteer, it answers, and the gazetteer adds what it lacks.
 * flags: 0 or LK_STREETS_ONLY.
 * geocoder: receives the handle. It keeps the data that it uses, so the other handles may be closed.
 */
int32_t lk_geocoder_open(const lk_world *world, const char *languages, const lk_streets *const *streets,
                         size_t streets_count, uint32_t flags, lk_geocoder **geocoder, char *message, size_t message_size);

/* Closes a geocoder. NULL and closed handles are ignored. */
void lk_geocoder_close(lk_geocoder *geocoder);

/* ---- Columns ----------------------------------------------------------------------------------------------------- */

/*
 * The parts of an answer, as bits of a mask. Batches have one column for each, in this order, with the name in the comment;
 * names and values are those of `locate reverse --input`. What is unknown is null.
 */
#define LK_COUNTRY_CODE (UINT64_C(1) << 0)        /* country_code: text; ISO 3166-1 alpha-2, and XK for Kosovo */
#define LK_COUNTRY (UINT64_C(1) << 1)             /* country: text */
#define LK_STATE (UINT64_C(1) << 2)               /* state: text; state, province or prefecture */
#define LK_COUNTY (UINT64_C(1) << 3)              /* county: text; county or district, the division below the state */
#define LK_CITY (UINT64_C(1) << 4)                /* city: text; city, town or village */
#define LK_SUB_LOCALITY (UINT64_C(1) << 5)        /* sub_locality: text; quarter or suburb */
#define LK_ADDRESS (UINT64_C(1) << 6)             /* address: text; all of it on one line, in the country's order */
#define LK_STREET (UINT64_C(1) << 7)              /* street: text; with street indexes only */
#define LK_HOUSE_NUMBER (UINT64_C(1) << 8)        /* house_number: text; with street indexes only */
#define LK_POSTCODE (UINT64_C(1) << 9)            /* postcode: text; with street indexes only */
#define LK_PLACE_OF_INTEREST (UINT64_C(1) << 10)  /* place_of_interest: text; with street indexes only */
#define LK_TIME_ZONE (UINT64_C(1) << 11)          /* time_zone: text; Asia/Tokyo, at sea Etc/GMT+8 */
#define LK_PRECISION (UINT64_C(1) << 12)          /* precision: text; house, street, place, locality, region, country, none */
#define LK_PROVIDER (UINT64_C(1) << 13)           /* provider: text; world or streets */
#define LK_DISTANCE_M (UINT64_C(1) << 14)         /* distance_m: double, with one decimal; to the place that gives the names */
#define LK_BORDER_M (UINT64_C(1) << 15)           /* border_m: double, with one decimal; to the next country, up to 100 km */
#define LK_BORDER_COUNTRY_CODE (UINT64_C(1) << 16) /* border_country_code: text; the country across that border */
#define LK_BORDER_CERTAIN (UINT64_C(1) << 17)     /* border_certain: boolean; false if the point may be across it */
#define LK_CLAIMS (UINT64_C(1) << 18)             /* claims: text; codes of others that claim or hold the point, by commas */
#define LK_GEONAME_ID (UINT64_C(1) << 19)         /* geoname_id: 64-bit integer; the city's number at GeoNames */
#define LK_POPULATION (UINT64_C(1) << 20)         /* population: 64-bit integer; the city's inhabitants */
#define LK_PLACE_LATITUDE (UINT64_C(1) << 21)     /* place_latitude: double; of the city, or of the house or street */
#define LK_PLACE_LONGITUDE (UINT64_C(1) << 22)    /* place_longitude: double */
#define LK_CONFIDENCE (UINT64_C(1) << 23)         /* confidence: double, 0 to 1; how certain the city is */
#define LK_INTERPOLATED (UINT64_C(1) << 24)       /* interpolated: boolean; the house number follows from its neighbours' */
#define LK_ATTRIBUTION (UINT64_C(1) << 25)        /* attribution: text; what the licences require for this answer */
#define LK_PROBLEM (UINT64_C(1) << 26)            /* problem: text; why a point cannot be answered; null for all others */

#define LK_COLUMN_COUNT 27

/* The columns that 0 stands for. */
#define LK_DEFAULT_COLUMNS                                                                                             \
  (LK_COUNTRY_CODE | LK_COUNTRY | LK_STATE | LK_CITY | LK_SUB_LOCALITY | LK_TIME_ZONE | LK_PRECISION | LK_DISTANCE_M)

/* Returns the name of a column by the number of its bit, as a text that lives as long as the library; NULL for others. */
const char *lk_column_name(int32_t bit);

/* ---- One point --------------------------------------------------------------------------------------------------- */

/*
 * An answer. The caller owns the structure, the library the texts, which live until lk_place_release.
 *
 * Unknown texts are NULL, unknown numbers NaN, unknown integers -1.
 */
struct lk_place {
  /* The library's; NULL when there is nothing to release. */
  void *private_data;

  const char *country_code;
  const char *country;
  const char *state;
  const char *county;
  const char *city;
  const char *sub_locality;
  const char *address;
  const char *street;
  const char *house_number;
  const char *postcode;
  const char *place_of_interest;
  const char *time_zone;
  const char *precision;
  const char *provider;
  const char *border_country_code;
  const char *claims;
  const char *attribution;
  /* The most detailed name; of a search, the name that matched. */
  const char *name;

  /* The point that was asked for; of a search, where the place is. */
  double latitude;
  double longitude;
  double distance_m;
  double border_m;
  double place_latitude;
  double place_longitude;
  double confidence;

  int64_t geoname_id;
  int64_t population;
  /* 1, 0, or -1 if unknown. */
  int32_t border_certain;
  int32_t interpolated;
};

/*
 * Answers for one point; takes microseconds, without threads.
 *
 * columns: the parts that are wanted; 0 for LK_DEFAULT_COLUMNS. Others may be filled too if they cost nothing. Address, border
 *   and names of streets take time.
 * place, place_size: receives the answer; sizeof(struct lk_place), since later versions may add members at the end. What it held
 *   before is not released.
 *
 * Returns LK_POINT for a latitude outside -90 to 90, a longitude outside -180 to 180, NaN and infinities. On the open sea the
 * result is LK_OK, and the precision "none".
 */
int32_t lk_reverse(const lk_geocoder *geocoder, double latitude, double longitude, uint64_t columns,
                   struct lk_place *place, size_t place_size, char *message, size_t message_size);

/*
 * Frees the texts of an answer and empties it. NULL and released answers are ignored. After a failed call there is nothing to
 * release, and releasing does no harm.
 */
void lk_place_release(struct lk_place *place);

/* ---- Many points ------------------------------------------------------------------------------------------------- */

/* How a batch is answered. */
struct lk_options {
  /* sizeof(struct lk_options): later versions may add members at the end. */
  size_t size;
  /* The columns; 0 for LK_DEFAULT_COLUMNS. */
  uint64_t columns;
  /* The number of threads with the calling one; 0 for one per processor that the process may use. */
  int32_t threads;
  /* 0, or LK_DICTIONARY, LK_DISTINCT or both. */
  uint32_t flags;
};

enum {
  /* Columns of text are dictionaries of 32-bit indices, whose texts are unique. */
  LK_DICTIONARY = 1,
  /*
   * Each different answer is made once: the result is an array of 32-bit indices (format "i"), one for each point, and its
   * dictionary is the struct array. Answers are numbered from 0 in the order of their first points; some may be equal, mostly those
   * without a settlement. LK_ARGUMENT with a column that depends on the point itself: distance_m, border_m, border_country_code,
   * border_certain. New in version 101 of the interface.
   */
  LK_DISTINCT = 2
};

/* The default: LK_DEFAULT_COLUMNS on the calling thread, plain texts. */
#define LK_OPTIONS_INIT {sizeof(struct lk_options), 0, 1, 0}

/*
 * Answers for many points, as a struct array of the Arrow C Data Interface (format "+s") with a child for each column.
 * With LK_DISTINCT it is the dictionary of an array of indices.
 *
 * Text is format "u", with LK_DICTIONARY "i" with a dictionary "u"; numbers are "g" and "l", booleans "b". Children have names
 * and may be moved out. Schema and array are independent, and each is released by its own `release`, on any thread, also after
 * all handles are closed.
 *
 * latitudes, longitudes: count numbers each; NULL only if count is 0. Points that are not on the Earth (NaN, infinities,
 *   latitudes outside -90 to 90, longitudes outside -180 to 180) give a row of nulls, with the reason in `problem`.
 * options: NULL for LK_OPTIONS_INIT.
 * schema, array: receive the result; what they held before is not released. schema may be NULL.
 *
 * Larger batches are faster for each point: 100,000 is a good size. LK_TOO_LARGE if a column has more than 2 GiB of text.
 */
int32_t lk_reverse_batch(const lk_geocoder *geocoder, const double *latitudes, const double *longitudes, int64_t count,
                         const struct lk_options *options, struct ArrowSchema *schema, struct ArrowArray *array,
                         char *message, size_t message_size);

/* ---- Search ------------------------------------------------------------------------------------------------------ */

/*
 * Finds places by name or address, the same as `locate search` in the same order: settlements, states and countries whose name
 * begins with the text, in any language, and the streets, houses and places of interest of the street indexes that are attached.
 * A country or state may follow a comma: "Paris, Texas"; "Landstrasse 5, Vaduz".
 *
 * The best match comes first: whole names, then first words, then streets without the wanted house number (house_number is NULL),
 * then first letters; among equals, what the world has precedes what only a street index has. If nothing has the name, ae, oe
 * and ue also match a, o and u with two dots.
 *
 * text: the name or address.
 * near_latitude, near_longitude: the point from which the nearest come first; NaN for both to rank by population. Places of which
 *   only first letters match come after all others.
 * places, place_size, capacity: receive the places; sizeof(struct lk_place), and the largest number of them, of which at most
 *   10,000 are used. Release each.
 *   distance_m is the distance from the near point.
 * count: receives their number; 0 if nothing has that name, which is not an error.
 */
int32_t lk_search(const lk_geocoder *geocoder, const char *text, double near_latitude, double near_longitude,
                  struct lk_place *places, size_t place_size, size_t capacity, size_t *count, char *message,
                  size_t message_size);

#ifdef __cplusplus
}
#endif

#endif
