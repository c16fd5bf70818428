import Synchronization

extension Settings {
    /// The origin of a setting's value, in order of precedence.
    public enum Origin: Hashable, Sendable {
        /// The user's own file, or a value set in this process.
        case user
        /// A file of an administrator, for all users.
        case administrator(path: String)
        /// A default registered by the program.
        case registered
    }
}

extension Settings {
    /// The values of one origin; the next layer provides values for other keys.
    public struct Layer: Sendable {
        /// The origin of the values.
        public var origin: Origin
        /// The values by key.
        public var contents: [String: PropertyListValue]

        /// Makes a layer.
        ///
        /// - Parameters:
        ///   - origin: The origin of the values.
        ///   - contents: The values by key.
        public init(origin: Origin, contents: [String: PropertyListValue]) {
            self.origin = origin
            self.contents = contents
        }
    }
}

// Values below the user's own: administrators' files and the program's defaults, neither of which is ever written.
extension SettingsFile {
    /// The administrators' values, in order of precedence, and the errors of their files.
    struct Administrators: Sendable {
        var layers: [Settings.Layer] = []
        var errors: [PersistenceError] = []

        /// Reads the files; skips missing ones, and those that cannot be used, which are errors.
        init(reading paths: [String] = []) {
            for path in paths {
                do throws(PersistenceError) {
                    guard let contents = try Self.contents(of: path) else { continue }
                    layers.append(Settings.Layer(origin: .administrator(path: path), contents: contents))
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

    /// Adds administrators' values; those read earlier are kept.
    func addAdministrators(_ paths: [String]) {
        guard !paths.isEmpty, state.withLock({ $0.administrators == nil }) else { return }
        let read = Administrators(reading: paths)
        state.withLock { state in
            guard state.administrators == nil else { return }
            state.administrators = read
            pulse.advance()
        }
    }

    /// Registers defaults, replacing those of the same keys.
    func register(_ defaults: [String: PropertyListValue]) {
        state.withLock { state in
            state.registered.merge(defaults) { _, new in new }
            pulse.advance()
        }
    }

    /// All layers with values, in order of precedence.
    var layers: [Settings.Layer] { state.withLock { $0.layers } }

    /// Returns the values for a key, in order of precedence, and the generation of the content.
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
    var layers: [Settings.Layer] {
        var layers = [Settings.Layer(origin: .user, contents: visible)] + (administrators?.layers ?? [])
        if !registered.isEmpty { layers.append(Settings.Layer(origin: .registered, contents: registered)) }
        return layers
    }
}
