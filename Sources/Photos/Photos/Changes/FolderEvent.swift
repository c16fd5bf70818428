import CLKInotify
import Glibc

/// An inotify event of a watched folder.
struct FolderEvent: Sendable {
    /// What happened; several flags may be set.
    struct Kind: OptionSet, Hashable, Sendable {
        var rawValue: UInt32

        /// `IN_CLOSE_WRITE`: a file that was open for writing was closed, so it is complete.
        static let closed = Kind(rawValue: 0x8)
        /// Permissions or times have changed.
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
        /// The queue was full and events were lost.
        static let overflow = Kind(rawValue: 0x4000)
        /// The watch has ended.
        static let ignored = Kind(rawValue: 0x8000)
        /// The event is about a folder.
        static let isFolder = Kind(rawValue: 0x4000_0000)

        /// The events to watch for.
        static let wanted: Kind = [
            .closed, .attributes, .movedFrom, .movedTo, .created, .deleted, .folderDeleted, .folderMoved,
        ]
    }

    var watch: Int32
    var kind: Kind
    /// `nil` when the event is about the watched folder itself.
    var name: RawPath?

    /// Parses the bytes of one `read` from the inotify descriptor.
    static func events(in bytes: UnsafeRawBufferPointer) -> [FolderEvent] {
        var events: [FolderEvent] = []
        var offset = 0
        while offset + 16 <= bytes.count {
            let watch = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
            let kind = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
            let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            guard length <= bytes.count - offset - 16 else { return events }
            // The name is padded with zeros.
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

/// What to scan after a batch of events: each file once, however many events it had.
struct EventDigest {
    /// Event kinds by folder and name.
    private(set) var names: [RawPath: [RawPath: FolderEvent.Kind]] = [:]
    /// Folders that have appeared.
    private(set) var newFolders: Set<RawPath> = []
    /// Folders that have disappeared, including those that appeared again later.
    private(set) var goneFolders: Set<RawPath> = []
    /// Folders whose permissions or times have changed.
    private(set) var touchedFolders: Set<RawPath> = []
    /// Whether everything has to be scanned: events were lost, or a requested folder is gone.
    private(set) var needsRescan = false

    init(_ events: [FolderEvent], folder: (Int32) -> RawPath?) {
        for event in events {
            if event.kind.contains(.overflow) {
                needsRescan = true
                continue
            }
            guard let path = folder(event.watch) else { continue }
            guard let name = event.name else {
                // For a folder inside another, the parent's event says more.
                if !event.kind.isDisjoint(with: [.folderDeleted, .folderMoved, .unmounted]) { noteGone(path) }
                continue
            }
            guard name.bytes.first != UInt8(ascii: ".") else { continue }
            if event.kind.contains(.isFolder) {
                let inner = path.appending(name)
                if !event.kind.isDisjoint(with: [.movedFrom, .deleted]) {
                    goneFolders.insert(inner)
                    newFolders.remove(inner)
                } else if !event.kind.isDisjoint(with: [.movedTo, .created]) {
                    newFolders.insert(inner)
                } else if event.kind.contains(.attributes) {
                    touchedFolders.insert(inner)
                }
            } else {
                names[path, default: [:]][name, default: []].formUnion(event.kind)
            }
        }
    }

    private(set) var goneWatchedFolders: Set<RawPath> = []

    private mutating func noteGone(_ folder: RawPath) { goneWatchedFolders.insert(folder) }

    /// Requires a full scan when a requested folder is gone.
    mutating func check(roots: [RawPath]) {
        if roots.contains(where: goneWatchedFolders.contains) { needsRescan = true }
    }

    mutating func requireRescan() { needsRescan = true }

    var isEmpty: Bool {
        names.isEmpty && newFolders.isEmpty && goneFolders.isEmpty && touchedFolders.isEmpty && !needsRescan
    }
}
