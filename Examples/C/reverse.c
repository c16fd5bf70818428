/*
 * Names the place of a point, or of many: a program that uses liblocationkit.
 *
 *     cc reverse.c $(pkg-config --cflags --libs locationkit) -o reverse
 *     ./reverse 48.8584 2.2945
 *     ./reverse 48.8584 2.2945 35.6812 139.7671 47.1386 9.5220
 */
#include <locationkit.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static int failed(const char *what, const char *message) {
  fprintf(stderr, "reverse: %s: %s\n", what, message);
  return 1;
}

/* Returns whether all of a text is a number that a double can hold. */
static int read_number(const char *text, double *number) {
  char *end;
  errno = 0;
  *number = strtod(text, &end);
  return end != text && *end == '\0' && errno != ERANGE;
}

/* One point: the answer is a structure with texts. */
static int print_place(const lk_geocoder *geocoder, double latitude, double longitude) {
  char message[LK_MESSAGE_SIZE];
  struct lk_place place;
  if (lk_reverse(geocoder, latitude, longitude, LK_DEFAULT_COLUMNS | LK_ADDRESS | LK_BORDER_M, &place, sizeof place, message,
                 sizeof message) != LK_OK)
    return failed("no answer", message);
  printf("%s\n", place.address ? place.address : "no place is known there");
  if (place.time_zone) printf("time zone %s\n", place.time_zone);
  if (place.distance_m == place.distance_m) printf("%.1f m from %s\n", place.distance_m, place.name);
  lk_place_release(&place);
  return 0;
}

/* Many points: the answer is a table in Arrow's memory. */
static int print_table(const lk_geocoder *geocoder, const double *latitudes, const double *longitudes, int64_t count) {
  char message[LK_MESSAGE_SIZE];
  struct lk_options options = LK_OPTIONS_INIT;
  struct ArrowArray table;
  int64_t row, column;
  options.columns = LK_COUNTRY_CODE | LK_STATE | LK_CITY;
  if (lk_reverse_batch(geocoder, latitudes, longitudes, count, &options, NULL, &table, message, sizeof message) != LK_OK)
    return failed("no answers", message);
  for (row = 0; row < table.length; row++) {
    for (column = 0; column < table.n_children; column++) {
      const struct ArrowArray *texts = table.children[column];
      const int32_t *offsets = (const int32_t *)texts->buffers[1];
      const char *bytes = (const char *)texts->buffers[2];
      /* A text that is unknown is empty, so the bits of validity are not needed here. */
      printf("%s%.*s", column ? "," : "", (int)(offsets[row + 1] - offsets[row]), bytes + offsets[row]);
    }
    printf("\n");
  }
  table.release(&table);
  return 0;
}

int main(int argc, char **argv) {
  char message[LK_MESSAGE_SIZE];
  lk_world *world = NULL;
  lk_geocoder *geocoder = NULL;
  int status = 1, count = (argc - 1) / 2, index;
  double *latitudes, *longitudes;
  if (argc < 3 || argc % 2 == 0) {
    fprintf(stderr, "usage: reverse LAT LON [LAT LON]...\n");
    return 64;
  }
  latitudes = (double *)malloc((size_t)count * sizeof *latitudes);
  longitudes = (double *)malloc((size_t)count * sizeof *longitudes);
  if (!latitudes || !longitudes) return failed("no memory", "for so many points");
  for (index = 0; index < 2 * count; index++) {
    /* The arguments are a latitude and a longitude by turns. Whether they are on the Earth is for the library to say. */
    double *number = (index % 2 == 0 ? latitudes : longitudes) + index / 2;
    if (!read_number(argv[1 + index], number)) {
      failed(argv[1 + index], "not a number; expected degrees, such as 48.8584");
      free(latitudes);
      free(longitudes);
      return 64;
    }
  }
  if (lk_world_open(NULL, &world, message, sizeof message) != LK_OK) {
    failed("the world cannot be opened", message);
  } else if (lk_geocoder_open(world, "en", NULL, 0, 0, &geocoder, message, sizeof message) != LK_OK) {
    failed("no geocoder", message);
  } else if (count == 1) {
    status = print_place(geocoder, latitudes[0], longitudes[0]);
  } else {
    status = print_table(geocoder, latitudes, longitudes, count);
  }
  lk_geocoder_close(geocoder);
  lk_world_close(world);
  free(latitudes);
  free(longitudes);
  return status;
}
