/* Calls each function of liblocationkit a thousand times, and fails if the process grows. */
#include <locationkit.h>
#include <math.h>

#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 500, ROUNDS = 1000, FIRST = 100 };

/* Kilobytes of memory that the process does not share with a file. */
static long resident(void) {
  long size = 0, all = 0, shared = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld %ld", &size, &all, &shared) != 3) exit(2);
  fclose(file);
  return (all - shared) * 4;
}

static void check(int32_t code, const char *message) {
  if (code == LK_OK) return;
  fprintf(stderr, "growth: code %d: %s\n", (int)code, message);
  exit(2);
}

int main(void) {
  static double latitudes[POINTS], longitudes[POINTS];
  char message[LK_MESSAGE_SIZE];
  lk_world *world;
  lk_geocoder *geocoder, *other;
  long before = 0, grown;
  int round, index;
  check(lk_world_open(NULL, &world, message, sizeof message), message);
  check(lk_geocoder_open(world, "en", NULL, 0, 0, &geocoder, message, sizeof message), message);
  for (index = 0; index < POINTS; index++) {
    latitudes[index] = (double)(index * 7919 % 1300) / 10 - 60;
    longitudes[index] = (double)(index * 104729 % 3600) / 10 - 180;
  }
  for (round = 0; round < ROUNDS; round++) {
    struct lk_options options = LK_OPTIONS_INIT;
    struct lk_place places[5];
    size_t count, number;
    if (round == FIRST) before = resident();
    options.columns = (UINT64_C(1) << LK_COLUMN_COUNT) - 1;
    for (index = 0; index < 2; index++) {
      struct ArrowSchema schema;
      struct ArrowArray array, child;
      options.flags = index ? LK_DICTIONARY : 0;
      options.threads = 1 + round % 2;
      check(lk_reverse_batch(geocoder, latitudes, longitudes, POINTS, &options, &schema, &array, message, sizeof message), message);
      /* A child is moved out. */
      child = *array.children[4];
      array.children[4]->release = NULL;
      array.release(&array);
      child.release(&child);
      schema.release(&schema);
    }
    check(lk_reverse(geocoder, latitudes[round % POINTS], longitudes[round % POINTS], options.columns, places, sizeof *places, message,
                     sizeof message), message);
    lk_place_release(places);
    lk_place_release(places);
    if (round % 10 == 0) {
      check(lk_search(geocoder, "Spring", NAN, NAN, places, sizeof *places, 5, &count, message, sizeof message), message);
      for (number = 0; number < count; number++) lk_place_release(&places[number]);
    }
    check(lk_geocoder_open(world, "ja,de", NULL, 0, 0, &other, message, sizeof message), message);
    lk_geocoder_close(other);
  }
  grown = resident() - before;
  printf("growth: %ld kB more after %d calls of each kind\n", grown, ROUNDS - FIRST);
  lk_geocoder_close(geocoder);
  lk_world_close(world);
  /* malloc may keep the names of one closed geocoder, 3.8 MB. */
  return grown < 8192 ? 0 : 1;
}
