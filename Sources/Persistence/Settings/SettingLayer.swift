import Synchronization

/// Where a value of a setting comes from, the most important first.
public enum SettingOrigin: Hashable, Sendable {
    /// The user's own file, or what this process has set.
    case user
    /// A file of an administrator, for all users.
    case administrator(path: String)
    /// What the program registered.
    case registered
}

/// Values of one origin; below them count those of the next layer.
public struct SettingLayer: Sendable {
    /// Where the values come from.
    public var origin: SettingOrigin
    /// The values by key.
    public var contents: [String: PropertyListValue]

    /// Makes a layer.
    ///
    /// - Parameters:
    ///   - origin: Where the values come from.
    ///   - contents: The values by key.
    public init(origin: SettingOrigin, contents: [String: PropertyListValue]) {
        self.origin = origin
        self.contents = contents
    }
}

// What counts below the user's own values: administrators' files and the program's defaults, neither of which is ever written.
extension SettingsFile {
    /// Values of administrators, the most important first, and what was wrong with their files.
    struct Administrators: Sendable {
        var layers: [SettingLayer] = []
        var errors: [PersistenceError] = []

        /// Reads the files; a missing one is skipped, and so is one that cannot be used, which is an error.
        init(reading paths: [String] = []) {
            for path in paths {
                do throws(PersistenceError) {
                    guard let contents = try Self.contents(of: path) else { continue }
                    layers.append(SettingLayer(origin: .administrator(path: path), contents: contents))
                } catch {
                    errors.append(error)
                }
            }
        }

        private static let advice = "it is ignored; the administrator who created it can repair it"

        private static func contents(of path: String) throws(PersistenceError) -> [String: PropertyListValue]? {
            let (folderPath, name) = Folder.split(LinkResolution(path).path)
            do throws(PersistenceError) {
                guard let folder = try Folder.open(folderPath, creating: false) else { return nil }
                switch try SettingsFile.content(of: name, in: folder, advice: advice) {
                case .none: return nil
                case .values(let values, _, _): return values
                case .damaged(let error): throw error
                }
            } catch {
                guard !error.message.hasSuffix(advice) else { throw error }
                throw PersistenceError(error.code, "\(error.message); \(advice)", systemError: error.systemError)
            }
        }
    }

    /// Takes administrators' values in; those that were read first stay.
    func addAdministrators(_ paths: [String]) {
        guard !paths.isEmpty, state.withLock({ $0.administrators == nil }) else { return }
        let read = Administrators(reading: paths)
        state.withLock { state in
            guard state.administrators == nil else { return }
            state.administrators = read
            pulse.advance()
        }
    }

    /// Takes defaults in, in the place of those of the same keys.
    func register(_ defaults: [String: PropertyListValue]) {
        state.withLock { state in
            state.registered.merge(defaults) { _, new in new }
            pulse.advance()
        }
    }

    /// All that has values, the most important first.
    var layers: [SettingLayer] { state.withLock { $0.layers } }

    /// The values under a key, the one that counts first, and the number of the content.
    func candidates(_ key: String) -> (values: [(place: String, value: PropertyListValue)], generation: UInt64) {
        state.withLock { state in
            var values: [(String, PropertyListValue)] = []
            if let value = state.visible[key] { values.append((place, value)) }
            for layer in state.administrators?.layers ?? [] {
                if let value = layer.contents[key], case .administrator(let path) = layer.origin {
                    values.append((path, value))
                }
            }
            if let value = state.registered[key] { values.append(("registered default", value)) }
            return (values, pulse.generation.load(ordering: .relaxed))
        }
    }
}

extension SettingsFile.State {
    var layers: [SettingLayer] {
        var layers = [SettingLayer(origin: .user, contents: visible)] + (administrators?.layers ?? [])
        if !registered.isEmpty { layers.append(SettingLayer(origin: .registered, contents: registered)) }
        return layers
    }
}
