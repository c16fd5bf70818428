import Synchronization

// Mistakes in a class that keep all of it, or a property, from being stored.
extension Settings {
    /// Properties that nobody can find cannot be stored.
    func mistakeInMirror() -> PersistenceError? {
        guard self is any CustomReflectable else { return nil }
        return PersistenceError(
            .notEncodable,
            "\(Self.self) describes itself by a custom mirror, which hides its settings; none is stored. Remove it")
    }

    /// Classes of the same name in different modules must not write over each other's settings.
    func mistakeInNamespace(_ mirror: Mirror) -> PersistenceError? {
        let (namespace, name) = (Self.namespace, String(reflecting: Self.self))
        // One that was chosen may be shared on purpose.
        guard namespace == String(describing: Self.self) else { return nil }
        let lineage = sequence(first: mirror, next: \.superclassMirror).map(\.subjectType)
            .filter { $0 != Settings.self }.map { ObjectIdentifier($0) }
        let other = store.file.state.withLock { state -> String? in
            guard let owner = state.owners[namespace] else {
                state.owners[namespace] = SettingsFile.NamespaceOwner(name: name, lineage: lineage)
                return nil
            }
            let isRelated = lineage.contains(owner.lineage[0]) || owner.lineage.contains(lineage[0])
            return isRelated ? nil : owner.name
        }
        guard let other else { return nil }
        return PersistenceError(
            .invalidKey,
            "\(name) and \(other) have the same namespace \(namespace) in \(store.file.place); settings of the former "
                + "are not stored. Give it another by overriding namespace")
    }

    /// Tells of stored properties that somebody forgot to mark; the settings beside them are kept.
    func reportUnmarked(_ mirror: Mirror) {
        let levels = sequence(first: mirror, next: \.superclassMirror).filter { $0.subjectType != Settings.self }
        var transient = Self.transientProperties
        // A class may state its own without those of its superclass.
        for case let type as Settings.Type in levels.map(\.subjectType) {
            transient.formUnion(type.transientProperties)
        }
        for level in levels {
            for child in level.children where !(child.value is any BindableSetting) {
                guard let label = child.label else { continue }
                let names = CodedProperties.names(label)
                guard !names.contains(where: transient.contains) else { continue }
                let error = PersistenceError(
                    .notEncodable,
                    "\(level.subjectType).\(names[0]) is not marked with @Setting; mark it, or list it in"
                        + " transientProperties of \(level.subjectType)")
                conflicts[names[0]] = error
                if unmarked == nil { unmarked = error }
                store.file.report(error)
            }
        }
    }

    /// Says of each property why it is not stored.
    func conflict(_ error: PersistenceError, in mirror: Mirror) {
        guard !(self is any CustomReflectable) else { return conflicts["customMirror"] = error }
        for level in sequence(first: mirror, next: \.superclassMirror) {
            for child in level.children {
                guard let label = child.label, let setting = child.value as? any BindableSetting else { continue }
                setting.refuse(error)
                conflicts[label.hasPrefix("_") ? String(label.dropFirst()) : label] = error
            }
        }
    }
}
