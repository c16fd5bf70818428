#include "cworld.h"
