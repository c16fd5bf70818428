import CLKRename

/// What a file system promises of its files, by its kind as `statfs` tells it.
///
/// Only kinds that are known to keep a promise are listed; the numbers are those of `linux/magic.h`.
package struct FileSystemKind: Sendable, Hashable {
    private let magic: UInt32
    /// The number by which the system identifies the file system: it follows from the UUID of ext4 and Btrfs; others may have
    /// another one after the next mount.
    package let identifier: UInt64

    /// Creates the kind of the file system of an open file or folder.
    package init(of descriptor: Int32) {
        var identifier: UInt64 = 0
        magic = crename_file_system(descriptor, &identifier)
        self.identifier = identifier
    }

    /// Whether the inode number of a folder stays the same for as long as it exists, and no other folder has it.
    ///
    /// FAT numbers folders anew each time a card is inserted, and the root of each card has the number 1.
    package var keepsInodes: Bool {
        // ext2 to ext4, XFS, Btrfs, F2FS, ZFS, bcachefs
        [0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x2FC1_2FC1, 0xCA45_1A4E].contains(magic)
    }

    /// Whether all files have the owner and the permissions that the mount gives them: a card, or a share of another
    /// system.
    package var hasNoOwners: Bool {
        // FAT, exFAT, NTFS, FUSE (also NTFS), SMB in three versions, 9P
        [
            0x4D44, 0x2011_BAB0, 0x7366_746E, 0x6573_5546, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997,
        ].contains(magic)
    }
}
