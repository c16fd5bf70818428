import Geocoding
import Glibc
import Persistence
import Streets

/// Which street indexes answer: the files that a command line names, then the installed regions.
struct StreetFiles: Equatable {
    /// The files of `--streets`.
    var paths: [String] = []
    /// Whether installed regions answer too.
    var usesRegions = true
    /// Whether the built-in world answers where no street index does.
    var fallsBackToWorld = true

    /// The word that means no installed regions.
    static let none = "none"

    /// Installed regions alone.
    init() {}

    /// Decodes the options of a command that names places.
    ///
    /// - Throws: A usage error that names the option, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        self = try StreetFiles(drawnBy: arguments)
        let provider = arguments.string("provider")
        switch provider {
        case StreetIndex.providerName: fallsBackToWorld = false
        case nil, WebService.automatic: break
        // A file on the command line counts more than a provider of the settings.
        case _ where !paths.isEmpty && !arguments.isGiven("provider"): break
        case let other?:
            guard paths.isEmpty else {
                throw .usage("--streets FILE and --provider \(other) cannot be combined; give one of them")
            }
            usesRegions = false
        }
    }

    /// Decodes the option of a command that draws streets, whatever names places.
    ///
    /// - Throws: A usage error that names the option, its value and what is expected.
    init(drawnBy arguments: ParsedArguments) throws(ToolError) {
        for text in arguments.strings("streets") {
            guard !text.isEmpty, text != "-" else {
                throw ParsedArguments.wrong("streets", text, expected: "the path of a .streets file, or none")
            }
            if text == Self.none { usesRegions = false } else { paths.append(text) }
        }
    }

    /// Opens the files.
    ///
    /// An installed region that cannot be used is passed over with a message; a file that was named is needed.
    ///
    /// - Parameters:
    ///   - command: Whose messages these are; `nil` for `locate` itself.
    ///   - warns: Whether to say which regions are passed over, unless that was said already.
    /// - Returns: What answers; `nil` without files.
    /// - Throws: What is wrong with a file that was named.
    func open(for command: String?, warns: Bool = true) throws(ToolError) -> StreetProvider? {
        var indexes: [StreetIndex] = []
        for path in paths {
            do throws(GeocodingError) {
                indexes.append(try StreetIndex(path: path))
            } catch {
                throw Self.failure(error)
            }
        }
        for region in usesRegions ? Region.installed() : [] {
            do throws(GeocodingError) {
                indexes.append(try StreetIndex(path: region.path))
            } catch {
                guard warns else { continue }
                Messages.note(Self.failure(error).message + "; passed over", command: command, as: .warning)
            }
        }
        guard !indexes.isEmpty || fallsBackToWorld else {
            throw ToolError(
                .noInput,
                "--provider \(StreetIndex.providerName): there is no street index; make one with "
                    + "locate data import-osm and install it, or name it with --streets FILE")
        }
        return indexes.isEmpty ? nil : StreetProvider(indexes: indexes)
    }

    private static func failure(_ error: GeocodingError) -> ToolError {
        var failure = ToolError(error)
        if [.dataDamaged, .dataUnsupported].contains(error.code) {
            failure.message += ": locate data import-osm FILE.osm.pbf -o FILE.streets"
        }
        return failure
    }
}

extension OptionDescription {
    /// The option of commands that name places by street indexes.
    static let streets = OptionDescription.option(
        "streets", "FILE",
        "answer from a street index that locate data import-osm has made; may be repeated; installed regions answer too, "
            + "unless FILE is none",
        completion: .files)
}

/// A street index that is installed for a user or for all users.
struct Region: Equatable {
    /// The file's name without its extension.
    var name: String
    var path: String
    /// Whether it is in the user's own folder.
    var isOwn: Bool

    static let ending = ".streets"
    private static let folder = "locationkit/regions"

    /// The folders that regions are in, the user's own first; they need not exist.
    static var folders: [String] {
        (ownFolder.map { [$0] } ?? []) + StandardFolder.data.sharedPaths().map { "\($0)/\(folder)" }
    }

    /// Whether a path is directly in the user's own folder.
    static func isInOwnFolder(_ path: String) -> Bool {
        guard let own = ownFolder else { return false }
        return PhotoSelection.absolute(path).split(separator: "/").dropLast() == own.split(separator: "/")[...]
    }

    /// Returns the name of the region that an extract is installed as: `monaco` for `monaco-latest.osm.pbf`.
    static func name(ofExtract path: String) -> String {
        var name = String(path.split(separator: "/").last ?? "")
        let endings = [".gz", ".bz2", ".pbf", ".o5m", ".xml", ".osm"]
        while let ending = endings.first(where: { name.lowercased().hasSuffix($0) }) { name.removeLast(ending.count) }
        // Geofabrik's file names end with a date or "latest".
        if name.hasSuffix("-latest") { name.removeLast("-latest".count) }
        if let dash = name.lastIndex(of: "-") {
            let day = name[name.index(after: dash)...]
            if day.utf8.count == 6, day.allSatisfy(\.isWholeNumber) { name.removeSubrange(dash...) }
        }
        return name
    }

    /// Returns the path of a region in the user's own folder.
    ///
    /// - Throws: ``ToolError`` if the user has no home folder.
    static func path(named name: String) throws(ToolError) -> String {
        guard let ownFolder else {
            throw .usage("installed regions need a home folder, and HOME is not set; name the file: -o FILE.streets")
        }
        return "\(ownFolder)/\(name)\(ending)"
    }

    /// Makes the user's own folder where it is missing.
    static func makeOwnFolder() throws(ToolError) {
        guard let own = ownFolder else { return }
        do throws(PersistenceError) { _ = try Folder.open(own, creating: true) } catch {
            throw ToolError(.cannotCreate, error.message)
        }
    }

    private static var ownFolder: String? { (try? StandardFolder.data.path()).map { "\($0)/\(folder)" } }

    /// The installed regions by name; of several of one name the user's own.
    static func installed() -> [Region] {
        var found: [String: Region] = [:]
        for (number, folder) in folders.enumerated() {
            guard let stream = opendir(folder) else {
                if errno != ENOENT, errno != ENOTDIR {
                    Messages.note(
                        "cannot read \(folder): \(String(cString: strerror(errno))); its regions are passed over",
                        command: nil, as: .warning)
                }
                continue
            }
            defer { closedir(stream) }
            while let entry = readdir(stream) {
                let file = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard file.hasSuffix(ending), !file.hasPrefix(".") else { continue }
                let name = String(file.dropLast(ending.count))
                guard !name.isEmpty, found[name] == nil else { continue }
                found[name] = Region(name: name, path: "\(folder)/\(file)", isOwn: number == 0)
            }
        }
        return found.values.sorted { $0.name < $1.name }
    }
}
