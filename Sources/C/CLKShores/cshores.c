#include "cshores.h"

// C23's #embed, as for the gazetteer.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Page-aligned, so that the file's own alignment of its sections holds in memory.
static const unsigned char shores[] __attribute__((aligned(4096))) = {
#embed "../../../Data/shores/world.shores"
};

const unsigned char *cshores_data(void) { return shores; }

size_t cshores_size(void) { return sizeof shores; }
