// A login1 of our own on a bus of our own, so that tests see who holds a lock and can announce a shutdown.
#pragma once

#include <stdbool.h>

#pragma clang assume_nonnull begin

struct fake_logind;

/// Takes the name of logind on the bus at `address`; NULL when that is impossible.
struct fake_logind *_Nullable fake_logind_open(const char *address);

/// Answers until `fake_logind_stop`; to be run on a thread of its own, which frees everything at the end.
void fake_logind_run(struct fake_logind *fake);
void fake_logind_stop(struct fake_logind *fake);

/// Whether locks are refused from now on.
void fake_logind_refuse(struct fake_logind *fake, bool refuses);

/// Sends the signal "PrepareForShutdown" or "PrepareForSleep".
void fake_logind_announce(struct fake_logind *fake, const char *member, bool begins);

/// Waits until so many locks are held; false when that takes longer than `seconds`.
bool fake_logind_wait(struct fake_logind *fake, int locks, int seconds);

/// How many locks were ever given.
int fake_logind_given(struct fake_logind *fake);

/// What the last lock was asked for: what, and in which mode.
bool fake_logind_asked(struct fake_logind *fake, const char *what, const char *mode);

#pragma clang assume_nonnull end
