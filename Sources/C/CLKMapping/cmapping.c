#define _GNU_SOURCE
#include "cmapping.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

struct cmapping {
    uintptr_t start;
    /// 0 while the place is free or changes.
    size_t size;
    int is_taken;
    int is_damaged;
    /// Changes with every file, so that the handler never mixes the start of one with the size of another.
    unsigned turn;
};

enum { most = 4096 };

// The handler may run at any time, and a child process may be forked at any time, so no lock guards the table.
static cmapping table[most];
static int used;
static struct sigaction former;
static int is_installed;
static uintptr_t page_size;

#define get(place) __atomic_load_n(&(place), __ATOMIC_ACQUIRE)
#define set(place, value) __atomic_store_n(&(place), value, __ATOMIC_RELEASE)

static void pass_on(int number, siginfo_t *information, void *context) {
    if (former.sa_flags & SA_SIGINFO) return former.sa_sigaction(number, information, context);
    if (former.sa_handler != SIG_DFL && former.sa_handler != SIG_IGN) return former.sa_handler(number);
    int is_sent = information->si_code <= 0;
    if (is_sent && former.sa_handler == SIG_IGN) return;
    // A fault repeats after this and then ends the process; a signal that was sent has to be sent again.
    signal(SIGBUS, SIG_DFL);
    if (is_sent) raise(SIGBUS);
}

/// Puts zeros in the place of a page that cannot be read and of everything behind it, which cannot be trusted either.
static int mend(cmapping *mapping, uintptr_t address) {
    unsigned turn = get(mapping->turn);
    size_t size = get(mapping->size);
    uintptr_t start = get(mapping->start);
    if (address - start >= size || turn != get(mapping->turn)) return 0;
    uintptr_t page = address & ~(page_size - 1);
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
    if (mmap((void *)page, size - (page - start), PROT_READ, flags, -1, 0) == MAP_FAILED) return 0;
    set(mapping->is_damaged, 1);
    return 1;
}

static void handle(int number, siginfo_t *information, void *context) {
    int code = errno;
    // A signal that was sent has no address.
    int count = information->si_code > 0 ? get(used) : 0;
    int is_mended = 0;
    for (int index = 0; index < count && !is_mended; index++) {
        is_mended = mend(&table[index], (uintptr_t)information->si_addr);
    }
    errno = code;
    if (!is_mended) pass_on(number, information, context);
}

/// Installs the handler once. If that fails, a fault ends the process as without it.
static void install(void) {
    if (__atomic_exchange_n(&is_installed, 1, __ATOMIC_ACQ_REL)) return;
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    struct sigaction action = {0};
    action.sa_sigaction = handle;
    // Programs in Go need their handlers to run on the alternate stack.
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigemptyset(&action.sa_mask);
    // The former handler has to be known before this one runs.
    if (sigaction(SIGBUS, NULL, &former) == 0) sigaction(SIGBUS, &action, NULL);
}

static cmapping *take_place(void) {
    for (int index = 0; index < most; index++) {
        int is_free = 0;
        if (!__atomic_compare_exchange_n(
                &table[index].is_taken, &is_free, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            continue;
        int count = get(used);
        while (count <= index
               && !__atomic_compare_exchange_n(&used, &count, index + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        }
        return &table[index];
    }
    errno = EMFILE;
    return NULL;
}

cmapping *cmapping_open(int file, size_t size) {
    install();
    cmapping *mapping = take_place();
    if (!mapping) return NULL;
    void *start = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (start == MAP_FAILED) {
        set(mapping->is_taken, 0);
        return NULL;
    }
    set(mapping->is_damaged, 0);
    __atomic_add_fetch(&mapping->turn, 1, __ATOMIC_ACQ_REL);
    set(mapping->start, (uintptr_t)start);
    set(mapping->size, size);
    return mapping;
}

void cmapping_close(cmapping *mapping) {
    size_t size = mapping->size;
    set(mapping->size, 0);
    __atomic_add_fetch(&mapping->turn, 1, __ATOMIC_ACQ_REL);
    munmap((void *)mapping->start, size);
    set(mapping->is_taken, 0);
}

const void *cmapping_start(const cmapping *mapping) { return (const void *)mapping->start; }

int cmapping_is_damaged(const cmapping *mapping) { return get(mapping->is_damaged); }
