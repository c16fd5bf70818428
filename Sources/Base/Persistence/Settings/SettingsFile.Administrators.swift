import FoundationEssentials
import Glibc
import LKStorage

extension SettingsFile {
    /// The values of system-wide files, in order of precedence, and the errors of these files.
    ///
    /// A file is believed only if it and its folder belong to root, and neither group nor others may write to them. One with
    /// values that users can change may also be the caller's own, since `XDG_CONFIG_DIRS` may name such a folder.
    struct Administrators: Sendable {
        /// Values that apply instead of all others.
        var enforced: [Settings.Layer] = []
        /// Values for users who have not set one.
        var layers: [Settings.Layer] = []
        var errors: [StorageError] = []

        /// Reads the files; skips missing ones, and those that cannot be used, which are errors.
        ///
        /// - Parameters:
        ///   - paths: The files with values for all users, the most important first.
        ///   - enforced: The files whose values are enforced.
        init(reading paths: [String], enforced: [String]) {
            for path in enforced { read(path, as: .enforced(file: Self.url(path)), into: \.enforced) }
            for path in paths { read(path, as: .administrator(file: Self.url(path)), into: \.layers) }
        }

        private static func url(_ path: String) -> URL { URL(filePath: path, directoryHint: .notDirectory) }

        private mutating func read(
            _ path: String, as origin: Settings.Origin, into layers: WritableKeyPath<Self, [Settings.Layer]>
        ) {
            var owners: Set<uid_t> = [0]
            if case .administrator = origin { owners.insert(geteuid()) }
            do throws(StorageError) {
                guard let contents = try Self.contents(of: path, owners: owners) else { return }
                self[keyPath: layers].append(Settings.Layer(origin: origin, contents: contents))
            } catch {
                errors.append(error)
            }
        }

        private static let advice = "it is ignored; the administrator who created it can repair it"

        private static func contents(
            of path: String, owners: Set<uid_t>
        ) throws(StorageError) -> [String: PropertyListValue]? {
            let (folderPath, name) = Folder.split(LinkResolution(path).path)
            do throws(StorageError) {
                guard let folder = try Folder.open(folderPath, creating: false) else { return nil }
                // The folder first: while only its owner can write to it, the file cannot be exchanged.
                guard folder.mode(of: name) != nil else { return nil }
                for checked in [".", name] {
                    if let problem = folder.distrust(of: checked, owners: owners) {
                        throw StorageError(.system, problem)
                    }
                }
                switch try SettingsFile.content(of: name, in: folder, advice: advice) {
                case .none: return nil
                case .values(let values, _, _): return values
                case .damaged(let error): throw error
                }
            } catch {
                guard error.advice != advice else { throw error }
                throw StorageError(
                    error.code, error.message, advice: advice, systemError: error.systemError, underlying: error)
            }
        }
    }
}
