// System calls for accessing files as another user, which Swift's Glibc module does not show.
#pragma once

#pragma clang assume_nonnull begin

#define CFILEUSER_GROUPS 64

/// As whom a thread accesses files.
typedef struct {
    unsigned user;
    unsigned group;
    /// The number of supplementary groups; -1 if there are too many.
    int count;
    unsigned groups[CFILEUSER_GROUPS];
} cfileuser;

/// Makes the calling thread access files as a user without supplementary groups; other threads are unaffected. -1 with errno
/// if the process may not do so. The system calls are `setfsuid`, `setfsgid` and `setgroups`.
int cfileuser_enter(unsigned user, unsigned group, cfileuser *former);

/// Undoes `cfileuser_enter`, on the same thread; `errno` stays.
void cfileuser_leave(const cfileuser *former);

#pragma clang assume_nonnull end
