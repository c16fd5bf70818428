import FoundationEssentials
import Glibc
import Storage
import Threads

extension SettingsFile {
    /// What is written for one key; `nil` removes it.
    struct Write {
        var value: PropertyListValue?
        /// Tells whether a newer write came while this one was under way.
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
        /// With its module, for messages.
        var name: String
        /// The class and those it inherits from.
        var lineage: [ObjectIdentifier]
    }

    /// A reference that does not keep its object.
    struct WeakSettings {
        weak var settings: Settings?
    }

    /// Everything that is known, under one lock.
    struct State {
        /// The file's content as it was read or written last.
        var stored: [String: PropertyListValue] = [:]
        /// Set here and not yet written.
        var pending: [String: Write] = [:]
        /// Set here and not to be written, because what is on disk is from a newer version, or it would be too large.
        var unsaved: [String: PropertyListValue?] = [:]
        /// What readers see: all of these on top of each other.
        var visible: [String: PropertyListValue] = [:]
        /// What counts below all that; `nil` before it was read.
        var administrators: Administrators?
        /// What the program registered, below everything; never written.
        var registered: [String: PropertyListValue] = [:]
        /// Why keys of `unsaved` are there, other than for a newer version.
        var refusals: [String: PersistenceError] = [:]
        var protected: Set<String> = []
        /// What this process knows of versions, by the key of the version.
        var versions: [String: KnownVersion] = [:]
        /// Which class has a namespace that was not chosen.
        var owners: [String: NamespaceOwner] = [:]
        /// Whether the file is reached by a symbolic link, which may come to lead to another one.
        var isLinked = false
        var signature: Signature?
        var writes: UInt64 = 0
        var isWriterRunning = false
        /// How many upgrades are under way, whose settings are written together.
        var upgrades = 0
        var lastError: PersistenceError?
        /// What is wrong with the file as it is now.
        var readError: PersistenceError?
        var errorHandler: (@Sendable (PersistenceError) -> Void)?
        var observers: [Int: Observer] = [:]
        var observersSoFar = 0
        var watcher: WakeDescriptor?

        /// Changes what readers see.
        ///
        /// - Returns: The changes, which are in the subscribers' queues already.
        mutating func show(_ key: String, _ value: PropertyListValue?) -> SettingChange? {
            let old = visible[key]
            guard !old.isIdentical(to: value) else { return nil }
            visible[key] = value
            let change = SettingChange(key: key, oldValue: old, newValue: value)
            // Under the lock, so that no change can overtake another on its way into the queue.
            for case .queue(let queue) in observers.values { queue.add(change) }
            return change
        }

        /// Keeps what a newer version has written meanwhile from being written over.
        ///
        /// - Returns: Whether something that waited to be written now lasts in memory alone.
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

        /// Whether something was set that a newer version does not let be written.
        var isRefusedByVersion: Bool { unsaved.keys.contains { protected.contains($0) } }

        /// Takes over what the file holds.
        mutating func apply(_ content: [String: PropertyListValue]) -> [SettingChange] {
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

        /// The signature of a file, or `nil` if there is none or its status cannot be read.
        init?(path: String) {
            var failure: Int32 = 0
            self.init(path: path, failure: &failure)
        }

        /// The same, with the reason for none.
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
