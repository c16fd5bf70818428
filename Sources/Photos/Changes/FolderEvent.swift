import CInotify
import Glibc

/// Something that the kernel says of a watched folder.
struct FolderEvent: Sendable {
    /// What has happened; several may be true.
    struct Kind: OptionSet, Hashable, Sendable {
        var rawValue: UInt32

        /// A file that was open for writing was closed: it is complete.
        static let closed = Kind(rawValue: 0x8)
        /// Rights or times were changed.
        static let attributes = Kind(rawValue: 0x4)
        static let movedFrom = Kind(rawValue: 0x40)
        static let movedTo = Kind(rawValue: 0x80)
        static let created = Kind(rawValue: 0x100)
        static let deleted = Kind(rawValue: 0x200)
        /// The folder itself was removed.
        static let folderDeleted = Kind(rawValue: 0x400)
        /// The folder itself was moved.
        static let folderMoved = Kind(rawValue: 0x800)
        static let unmounted = Kind(rawValue: 0x2000)
        /// The queue was full, and events were lost.
        static let overflow = Kind(rawValue: 0x4000)
        /// The watch has ended.
        static let ignored = Kind(rawValue: 0x8000)
        /// It is about a folder.
        static let isFolder = Kind(rawValue: 0x4000_0000)

        /// What is asked of the kernel.
        static let wanted: Kind = [
            .closed, .attributes, .movedFrom, .movedTo, .created, .deleted, .folderDeleted, .folderMoved,
        ]
    }

    var watch: Int32
    var kind: Kind
    /// `nil` when it is about the folder itself.
    var name: RawPath?

    /// Reads the events of one read of the queue.
    static func events(in bytes: UnsafeRawBufferPointer) -> [FolderEvent] {
        var events: [FolderEvent] = []
        var offset = 0
        while offset + 16 <= bytes.count {
            let watch = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
            let kind = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
            let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            guard length <= bytes.count - offset - 16 else { return events }
            // The name is filled up with zeros.
            let field = UnsafeRawBufferPointer(rebasing: bytes[offset + 16..<offset + 16 + length])
            let name = UnsafeRawBufferPointer(rebasing: field.prefix { $0 != 0 })
            events.append(
                FolderEvent(
                    watch: watch, kind: Kind(rawValue: kind), name: name.isEmpty ? nil : RawPath(bytes: name)))
            offset += 16 + length
        }
        return events
    }
}
