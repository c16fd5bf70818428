// The words of the command line as the kernel handed them over. Swift's CommandLine reads them from /proc, and without that has none.
#pragma once

#pragma clang assume_nonnull begin

/// How many words there are, the program's own name included; 0 where the C library does not tell.
int carguments_count(void);

/// The words, which stay where they are as long as the process runs; null where the C library does not tell.
char *_Nullable *_Nullable carguments_words(void);

#pragma clang assume_nonnull end
