#include "cpeer.h"

#include <pthread.h>

// The plainest search there is: every distance is computed, in double precision.

typedef double lanes __attribute__((ext_vector_type(8), aligned(8)));

enum { LANES = 8, TILE = 1024, THREADS = 16 };

struct job {
    const double *x, *y, *z, *points;
    size_t places, first, end;
    double *squares;
};

static void *work(void *argument) {
    const struct job *job = argument;
    // Tile by tile, so that the places stay in the processor's cache.
    for (size_t tile = 0; tile < job->places; tile += TILE) {
        size_t tile_end = tile + TILE < job->places ? tile + TILE : job->places;
        for (size_t index = job->first; index < job->end; index++) {
            const double *point = job->points + 3 * index;
            lanes least = job->squares[index];
            for (size_t place = tile; place < tile_end; place += LANES) {
                lanes dx = *(const lanes *)(job->x + place) - point[0];
                lanes dy = *(const lanes *)(job->y + place) - point[1];
                lanes dz = *(const lanes *)(job->z + place) - point[2];
                lanes square = dx * dx + dy * dy + dz * dz;
                least = square < least ? square : least;
            }
            for (int lane = 0; lane < LANES; lane++)
                if (least[lane] < job->squares[index]) job->squares[index] = least[lane];
        }
    }
    return NULL;
}

void cpeer_nearest(const double *x, const double *y, const double *z, size_t places, const double *points, size_t count,
                   int threads, double *squares) {
    pthread_t others[THREADS];
    struct job jobs[THREADS];
    int started = 0;
    if (threads < 1) threads = 1;
    if (threads > THREADS) threads = THREADS;
    for (int index = 0; index < threads; index++) {
        jobs[index] = (struct job){x, y, z, points, places, count * (size_t)index / (size_t)threads,
                                   count * (size_t)(index + 1) / (size_t)threads, squares};
    }
    for (size_t index = 0; index < count; index++) squares[index] = 1e300;
    // What no thread was given for is done here.
    while (started < threads - 1 && !pthread_create(&others[started], NULL, work, &jobs[started])) started++;
    for (int index = started; index < threads; index++) work(&jobs[index]);
    for (int index = 0; index < started; index++) pthread_join(others[index], NULL);
}
