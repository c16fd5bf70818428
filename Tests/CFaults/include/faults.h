// System calls on names, permissions and journals that fail, as they do on a disk that is about to die.
//
// A program that is linked with this makes them by way of it.
#pragma once

#pragma clang assume_nonnull begin

/// Which call of a kind is the next, from one upwards, to fail, and how many after it do as well.
typedef struct {
    int first;
    int count;
    int error;
} faults_range;

/// From now on calls of `renameat2` that are in the range fail.
void faults_in_renames(faults_range range);

/// From now on calls of `linkat` that are in the range fail.
void faults_in_links(faults_range range);

/// From now on calls of `unlinkat` that are in the range fail.
void faults_in_removals(faults_range range);

/// From now on calls of `fstat` and `fstatat` on journals that are in the range fail.
void faults_in_states(faults_range range);

/// From now on calls of `pread` on journals that are in the range fail.
void faults_in_reads(faults_range range);

/// From now on calls of `fchmod` that are in the range fail.
void faults_in_modes(faults_range range);

/// From now on calls of `futimens` that are in the range set the first time of 32 bits, in 1901, as file systems do that cannot store the
/// one that was asked for.
void faults_in_times(faults_range range);

#pragma clang assume_nonnull end
