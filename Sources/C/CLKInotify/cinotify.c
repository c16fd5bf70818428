#define _GNU_SOURCE
#include "cinotify.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

int cinotify_is_being_written(int file) {
  // A process that opens the file for writing now waits until the lease is released, and the holder gets a signal.
  // Use one that is ignored by default instead of SIGIO, which would terminate the process.
  int result = 0;
  if (fcntl(file, F_SETSIG, SIGURG) == 0) {
    if (fcntl(file, F_SETLEASE, F_RDLCK) == 0)
      fcntl(file, F_SETLEASE, F_UNLCK);
    else
      result = errno == EAGAIN;
  }
  return result;
}
