// What a disk keeps when the power fails: each file as it was when it was last synchronized, under the names that the folder had
// when that was.
//
// A program that is linked with this synchronizes through it, also from libraries that are loaded later.
#pragma once

#pragma clang assume_nonnull begin

/// Keeps copies of all that is synchronized from now on in `folder`: a file for each inode, and `names` for the folder.
void powercut_begin(const char *folder);

#pragma clang assume_nonnull end
