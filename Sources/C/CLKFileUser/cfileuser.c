#define _GNU_SOURCE
#include "cfileuser.h"

#include <errno.h>
#include <sys/fsuid.h>
#include <sys/syscall.h>
#include <unistd.h>

// glibc's setgroups changes all threads; the system call changes only this one.
static void set_groups(int count, const gid_t *groups) { syscall(SYS_setgroups, count, groups); }

int cfileuser_enter(unsigned user, unsigned group, cfileuser *former) {
    former->count = getgroups(CFILEUSER_GROUPS, former->groups);
    // A longer list than fits stays as it is.
    if (former->count > 0) set_groups(0, NULL);
    former->group = (unsigned)setfsgid(group);
    former->user = (unsigned)setfsuid(user);
    // The calls report no failure; an invalid identifier changes nothing and returns the present one.
    if ((unsigned)setfsgid((gid_t)-1) == group && (unsigned)setfsuid((uid_t)-1) == user) return 0;
    cfileuser_leave(former);
    errno = EPERM;
    return -1;
}

void cfileuser_leave(const cfileuser *former) {
    int number = errno;
    setfsuid(former->user);
    setfsgid(former->group);
    if (former->count > 0) set_groups(former->count, former->groups);
    errno = number;
}
