import Synchronization

extension Settings {
    // No property can have these names.
    static var versionKey: String { qualified("@version") }
    static var seenKey: String { qualified("@seen") }

    private func storedVersion(_ contents: [String: PropertyListValue]) -> Int? {
        contents[Self.versionKey].flatMap { try? $0.decoded(as: Int.self) }
    }

    /// Whether a newer version has written the file, before this one started or meanwhile.
    var isFromNewerVersion: Bool {
        let key = Self.versionKey
        return Self.version > 0 && store.file.state.withLock { $0.protected.contains(key) }
    }

    /// Sees to it that what a newer version stored is not written over, also when it starts later than this one.
    func checkVersion() {
        guard Self.version > 0 else { return }
        let (key, version) = (Self.versionKey, Self.version)
        let keys = Set(boundKeys + [key, Self.seenKey])
        store.file.state.withLock { state in
            let known = state.versions[key]
            // Of several versions in one process the newest counts: it is meant to write.
            state.versions[key] = SettingsFile.KnownVersion(
                version: max(version, known?.version ?? 0), keys: keys.union(known?.keys ?? []))
        }
        guard let stored = storedVersion(store.file.contents), stored > version else { return }
        store.file.state.withLock { $0.protected.formUnion(keys) }
        store.file.report(SettingsFile.newerVersion(store.file.place))
    }

    /// Upgrades what an earlier version stored.
    func startVersion() {
        let file = store.file
        guard Self.version > 0 else { return }
        let contents = file.contents
        let stored = storedVersion(contents)
        let hasSettings = boundKeys.contains { contents[$0] != nil }
        guard stored != nil || hasSettings else {
            // The first start: nothing to upgrade, nothing is new.
            return file.set([
                Self.versionKey: .integer(Int128(Self.version)), Self.seenKey: .integer(Int128(Self.version)),
            ])
        }
        let old = stored ?? 0
        guard old < Self.version else { return }
        upgrade(from: old)
        var values = [Self.versionKey: .integer(Int128(Self.version)) as PropertyListValue?]
        if contents[Self.seenKey] == nil { values[Self.seenKey] = .integer(Int128(old)) }
        file.set(values)
    }

    /// What is new since the user was told last, oldest first; the next call has nothing, in other processes too.
    ///
    /// Nothing on the first start of a program, whose user knows no other version. Where the file cannot be written, the
    /// next start tells again.
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
        do throws(PersistenceError) { seen = try store.update(take) } catch {
            var content = store.file.contents
            seen = take(&content)
            store.file.set([key: .integer(Int128(version))])
        }
        return Self.whatIsNew.filter { $0.key > seen && $0.key <= version }.sorted { $0.key < $1.key }.map(\.value)
    }
}
