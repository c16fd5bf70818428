import FoundationEssentials
import Glibc
import LKStorage
import LKThreads

extension SettingsFile {
    /// A pending change of one key; `nil` removes it.
    struct Write {
        var value: PropertyListValue?
        /// Detects a newer change while this one is being written.
        var number: UInt64
    }

    /// The observers of changes.
    enum Observer {
        case queue(ChangeQueue)
        case settings(WeakSettings)
    }

    /// The version of a class's settings that this process writes.
    struct KnownVersion {
        var version: Int
        var keys: Set<String>
    }

    /// The class that used a namespace first.
    struct NamespaceOwner {
        /// The name with the module, for messages.
        var name: String
        /// The class and its superclasses.
        var lineage: [ObjectIdentifier]
    }

    /// A weak reference.
    struct WeakSettings {
        weak var settings: Settings?
    }

    /// The state, protected by one lock.
    struct State {
        /// The file's content when it was last read or written.
        var stored: [String: PropertyListValue] = [:]
        /// Values set here and not yet written.
        var pending: [String: Write] = [:]
        /// Values set here that must not be written, because a newer version wrote the file, or they would make it too
        /// large.
        var unsaved: [String: PropertyListValue?] = [:]
        /// The visible values: the layers above combined.
        var visible: [String: PropertyListValue] = [:]
        /// The administrators' values; `nil` before they were read.
        var administrators: Administrators?
        /// The values of this run's command line, above the user's; never written.
        var arguments: [String: PropertyListValue] = [:]
        /// The program's defaults, below all others; never written.
        var registered: [String: PropertyListValue] = [:]
        /// Why keys are in `unsaved`, other than because of a newer version.
        var refusals: [String: StorageError] = [:]
        var protected: Set<String> = []
        /// The known versions, by the key of the version.
        var versions: [String: KnownVersion] = [:]
        /// The class that owns each namespace that was not set explicitly.
        var owners: [String: NamespaceOwner] = [:]
        /// Whether a symbolic link leads to the file; its target may change.
        var isLinked = false
        var signature: Signature?
        var writes: UInt64 = 0
        var isWriterRunning = false
        /// The number of upgrades in progress, whose settings are written together.
        var upgrades = 0
        var lastError: StorageError?
        /// The current error of reading the file.
        var readError: StorageError?
        var errorHandler: (@Sendable (StorageError) -> Void)?
        var observers: [Int: Observer] = [:]
        var observersSoFar = 0
        var watcher: WakeDescriptor?

        /// Changes a visible value.
        ///
        /// - Returns: The change, which has already been added to the subscribers' queues.
        mutating func show(_ key: String, _ value: PropertyListValue?) -> Settings.Change? {
            let old = visible[key]
            guard !old.isIdentical(to: value) else { return nil }
            visible[key] = value
            let change = Settings.Change(key: key, oldValue: old, newValue: value)
            // Done under the lock, so that changes reach the queue in order.
            for case .queue(let queue) in observers.values { queue.add(change) }
            return change
        }

        /// Keeps values written by a newer version from being overwritten.
        ///
        /// - Returns: Whether a pending value is now kept in memory only.
        mutating func protect(against content: [String: PropertyListValue]) -> Bool {
            for (key, known) in versions {
                guard let stored = content[key].flatMap({ try? $0.decoded(as: Int.self) }) else { continue }
                if stored > known.version { protected.formUnion(known.keys) }
            }
            let refused = pending.filter { protected.contains($0.key) }
            for (key, write) in refused {
                pending[key] = nil
                unsaved[key] = .some(write.value)
            }
            return !refused.isEmpty
        }

        /// Whether a value was set that must not be written because of a newer version.
        var isRefusedByVersion: Bool { unsaved.keys.contains { protected.contains($0) } }

        /// Applies the file's content.
        mutating func apply(_ content: [String: PropertyListValue]) -> [Settings.Change] {
            stored = content
            var new = content
            for (key, write) in pending { new[key] = write.value }
            for (key, value) in unsaved { new[key] = value }
            return Set(visible.keys).union(new.keys).compactMap { show($0, new[$0]) }
        }
    }
}

extension SettingsFile {
    /// The state in which the file was found, and whether it can be relied on.
    struct Signature: Equatable {
        private let stamp: FileStamp
        /// A young file is read again, since another write could go unnoticed.
        let isYoung: Bool

        /// Creates the signature of a file, or returns `nil` if there is no file or its status cannot be read.
        init?(path: String) {
            var failure: Int32 = 0
            self.init(path: path, failure: &failure)
        }

        /// Creates the signature of a file and reports why there is none.
        ///
        /// - Parameters:
        ///   - path: The file.
        ///   - failure: Set to the system's error number if there is no signature.
        init?(path: String, failure: inout Int32) {
            var status = stat()
            guard lstat(path, &status) == 0 else {
                failure = errno
                return nil
            }
            stamp = FileStamp(status)
            isYoung = stamp.isYoung
        }

        static func == (lhs: Self, rhs: Self) -> Bool { lhs.stamp == rhs.stamp }
    }
}
