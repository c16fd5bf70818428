#include "cworld.h"

// C23's #embed: two seconds for 20 MB, where SwiftPM's own way to embed resources in code does not finish.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Page-aligned, so that the file's own alignment of its sections holds in memory.
static const unsigned char world[] __attribute__((aligned(4096))) = {
#embed "../../../Data/world.gazetteer"
};

const unsigned char *cworld_data(void) { return world; }

size_t cworld_size(void) { return sizeof world; }
