#include "csqlite.h"

int client_sqlite(void) { return 3; }
