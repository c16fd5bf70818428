#include "carguments.h"

// For __GLIBC__.
#include <stdlib.h>

static int count;
static char **words;

// glibc calls constructors with the arguments of main, in programs with and without shared libraries; musl calls them with none.
#ifdef __GLIBC__
__attribute__((constructor)) static void keep(int argc, char **argv, char **environment) {
    (void)environment;
    count = argc;
    words = argv;
}
#endif

int carguments_count(void) { return count; }

char **carguments_words(void) { return words; }
