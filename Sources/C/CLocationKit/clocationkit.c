// The functions of the header are implemented in Swift, in the module Places; a C target needs a source.
#include "locationkit.h"
