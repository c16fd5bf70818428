#include "caddresses.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char addresses[] __attribute__((aligned(16))) = {
#embed "../../../Data/addresses/world.addresses"
};

const unsigned char *caddresses_data(void) { return addresses; }

size_t caddresses_size(void) { return sizeof addresses; }
