import LKStorage
import Synchronization

extension Settings {
    // Names that properties cannot have.
    static var versionKey: String { qualified("@version") }
    static var seenKey: String { qualified("@seen") }

    private func storedVersion(_ contents: [String: PropertyListValue]) -> Int? {
        contents[Self.versionKey].flatMap { try? $0.decoded(as: Int.self) }
    }

    /// Whether a newer version has written the file, before or after this one started.
    var isFromNewerVersion: Bool {
        let key = Self.versionKey
        return Self.version > 0 && store.file.state.withLock { $0.protected.contains(key) }
    }

    /// Protects settings stored by a newer version from being overwritten, even if it starts later than this one.
    func checkVersion() {
        guard Self.version > 0 else { return }
        let (key, version) = (Self.versionKey, Self.version)
        let keys = Set(boundKeys + [key, Self.seenKey])
        store.file.state.withLock { state in
            let known = state.versions[key]
            // Of several versions in one process the newest may write.
            state.versions[key] = SettingsFile.KnownVersion(
                version: max(version, known?.version ?? 0), keys: keys.union(known?.keys ?? []))
        }
        guard let stored = storedVersion(store.file.contents), stored > version else { return }
        store.file.state.withLock { $0.protected.formUnion(keys) }
        store.file.report(SettingsFile.newerVersion(store.file.place))
    }

    /// Moves renamed settings and upgrades those of an earlier version; one process does it for all.
    func startVersion() {
        if let old = versionToUpgrade {
            do throws(StorageError) {
                try store.file.upgradeAlone {
                    // Another process may have done it while this one waited.
                    checkVersion()
                    if !isFromNewerVersion, let old = versionToUpgrade { upgradeAndStamp(from: old) }
                }
            } catch {
                if error.code == .locked {
                    // Another process is still upgrading, so the values upgraded here must not be written.
                    store.file.state.withLock { $0.protected.formUnion(boundKeys + [Self.versionKey, Self.seenKey]) }
                }
                upgradeAndStamp(from: old)
                store.file.report(error)
            }
        }
        guard !isFromNewerVersion else { return }
        move()
        guard Self.version > 0, storedVersion(store.file.contents) == nil else { return }
        // The first start: nothing to upgrade, and no news to show.
        store.file.set([
            Self.versionKey: .integer(Int128(Self.version)), Self.seenKey: .integer(Int128(Self.version)),
        ])
    }

    /// The version of the stored settings if it is an earlier one; 0 for settings without a version.
    private var versionToUpgrade: Int? {
        guard Self.version > 0 else { return nil }
        let contents = store.file.contents
        if let stored = storedVersion(contents) { return stored < Self.version ? stored : nil }
        return (boundKeys + formerKeys).contains { contents[$0] != nil } ? 0 : nil
    }

    private func upgradeAndStamp(from old: Int) {
        move()
        upgrade(from: old)
        var values = [Self.versionKey: .integer(Int128(Self.version)) as PropertyListValue?]
        if store.file.contents[Self.seenKey] == nil { values[Self.seenKey] = .integer(Int128(old)) }
        store.file.set(values)
    }

    /// Returns what is new since the last call, oldest first; the next call returns nothing, in other processes too.
    ///
    /// It is empty at the first start of a program, because its user knows no other version. If the file cannot be written,
    /// the next start returns the messages again.
    ///
    /// - Returns: The messages of ``whatIsNew`` for the versions since.
    public func takeWhatIsNew() -> [String] {
        let version = Self.version
        guard version > 0, mistake == nil, !isFromNewerVersion, !Self.whatIsNew.isEmpty else { return [] }
        let key = Self.seenKey
        let take = { (content: inout [String: PropertyListValue]) -> Int in
            let seen = content[key].flatMap { try? $0.decoded(as: Int.self) } ?? version
            content[key] = .integer(Int128(version))
            return seen
        }
        let seen: Int
        do throws(StorageError) { seen = try store.update(take) } catch {
            var content = store.file.contents
            seen = take(&content)
            store.file.set([key: .integer(Int128(version))])
        }
        return Self.whatIsNew.filter { $0.key > seen && $0.key <= version }.sorted { $0.key < $1.key }.map(\.value)
    }
}
