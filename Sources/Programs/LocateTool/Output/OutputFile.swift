import Glibc
import LKFormats
import LKGazetteer
import LKImages
import LKPhotos
import LKStorage
import LKStreets
import LKTrackFormats
import LKTracks
import LocationKitMaps

/// A kind of file that commands write, by which an earlier output is recognized and replaced.
enum OutputKind {
    /// A page with a map.
    case page
    /// A page that is written again and again, without `--force`.
    case livePage
    /// A picture of tracks.
    case picture
    /// A thumbnail.
    case image
    /// A file of tracks; CSV and NMEA have no place for a mark.
    case track(TrackFormat)
    /// An index of streets.
    case streets
    /// A file of places.
    case world
    /// A file that replaces none.
    case new

    /// The files that it replaces without `--force`.
    fileprivate var replacement: OutputFile.Replacement {
        switch self {
        case .page, .livePage: .own(MapPage.isMarked)
        case .picture: .own(TrackPlot.isMarked)
        case .image: .own(PixelImage.isMarked)
        case .track(let format) where format.carriesMark: .own { format.isMarked($0) }
        case .streets: .own(StreetFormat.kind.isBeginning)
        case .world: .own(GazetteerFormat.kind.isBeginning)
        case .track, .new: .nothing
        }
    }

    /// Whether it never replaces a track log.
    fileprivate var keepsLogs: Bool { if case .new = self { false } else { true } }

    /// Why a file is kept, and what to do.
    fileprivate var refusal: String {
        switch self {
        case .page, .picture, .image, .streets, .world: "was not made by locate; pass --force to replace it"
        case .track(let format) where format.carriesMark: "was not made by locate; pass --force to replace it"
        case .track(let format):
            "\(format.title) does not show which program made it; pass --force to replace it"
        case .livePage: "is not a page that locate has made; name another file, or remove it first"
        case .new: "is not replaced; pass --force to replace it, or name a new file"
        }
    }
}

extension OutputKind {
    /// `--force`.
    static let force = Flag("force", "replace an existing file that locate has not made")
}

extension OutputFile {
    /// Opens an output of a command, before work begins.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - kind: What is written.
    ///   - isForced: Whether a file that `locate` has not made is replaced.
    ///   - inputs: The files that the command reads; `-` is standard input.
    ///   - files: More of them.
    /// - Throws: ``ExitCode/cannotCreate``.
    convenience init(
        _ path: String, _ kind: OutputKind, isForced: Bool = false, inputs: [String] = [],
        protecting files: [FileIdentity] = []
    ) throws(ToolError) {
        do throws(PersistenceError) {
            try Self.refuseLink(path)
            // It may be the only copy, and a recording may be in progress.
            guard !kind.keepsLogs || Self.isOwn(path, kind) || !TrackFile.isLog(path) else {
                throw PersistenceError(.exists, "\(path) is a track log, which is not replaced; name another file")
            }
            try self.init(
                path, replacing: isForced ? .everything : kind.replacement,
                inputs: inputs.flatMap(Self.identities) + files, refusal: kind.refusal)
        } catch {
            throw ToolError(.cannotCreate, error.message)
        }
    }

    /// Whether a file has the mark of this kind of output: a damaged log is told by what is likely, which a picture may be,
    /// too.
    private static func isOwn(_ path: String, _ kind: OutputKind) -> Bool {
        guard case .own(let recognizes) = kind.replacement else { return false }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var beginning = [UInt8](repeating: 0, count: beginningSize)
        let count = read(file, &beginning, beginning.count)
        return count > 0 && recognizes(Array(beginning[..<count]))
    }

    /// Keeps the files of photos from being replaced.
    func protect(_ assets: [PhotoAsset]) {
        protect(assets.flatMap { [$0.path] + $0.companionPaths }.compactMap { FileIdentity(path: $0) })
    }

    /// Returns the files that a word of the command line names: a log has a second one.
    private static func identities(_ input: String) -> [FileIdentity] {
        if input == "-" { return FileIdentity(descriptor: STDIN_FILENO).map { [$0] } ?? [] }
        return TrackLog.inputs(of: input)
    }

    /// Writes the file, which replaces an existing one only once it is complete.
    ///
    /// - Parameter body: Writes to a descriptor, which is closed afterwards.
    /// - Throws: What `body` throws, and ``ExitCode/cannotCreate``.
    func fill(_ body: (Int32) throws(ToolError) -> Void) throws(ToolError) {
        do { try write { file in try body(file) } } catch let error as ToolError { throw error } catch {
            throw ToolError(.cannotCreate, (error as? PersistenceError)?.message ?? "\(error)")
        }
    }

    /// Writes the file.
    ///
    /// - Parameter bytes: All of its content.
    /// - Throws: ``ExitCode/cannotCreate``, and ``ExitCode/ioError`` when the system does not take the bytes.
    func fill(_ bytes: [UInt8]) throws(ToolError) {
        try fill { file throws(ToolError) in try Self.append(bytes, to: file, path) }
    }

    /// Writes bytes to an open file.
    ///
    /// - Throws: ``ExitCode/ioError`` when the system does not take them.
    static func append(_ bytes: [UInt8], to file: Int32, _ path: String) throws(ToolError) {
        do throws(PersistenceError) { try write(bytes, to: file, path) } catch {
            throw ToolError(.ioError, error.message)
        }
    }
}

extension OutputFile {
    /// Makes sure that the folder exists in which a file is to be made.
    ///
    /// - Throws: ``ExitCode/cannotCreate`` if it does not.
    static func requireFolder(of path: String) throws(ToolError) {
        let parent = Folder.split(path).folder
        do throws(PersistenceError) {
            if let folder = try Folder.open(parent, creating: false) {
                _ = consume folder
                return
            }
        } catch {
            throw ToolError(.cannotCreate, error.message)
        }
        throw ToolError(.cannotCreate, "there is no folder \(parent) for \(path)")
    }

    /// Makes sure that a path is that of a regular file or does not exist.
    ///
    /// - Throws: ``ExitCode/cannotCreate`` for a folder, device or pipe.
    static func requireRegularFile(_ path: String) throws(ToolError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        let kind = status.st_mode & S_IFMT == S_IFDIR ? "is a folder" : "is not a regular file"
        throw ToolError(.cannotCreate, "\(path) \(kind); name a file")
    }

    /// Returns whether two paths lead to one file, also through links, and also if that does not exist yet.
    static func isSame(_ first: String, _ second: String) -> Bool {
        guard let one = FileIdentity(path: first), let other = FileIdentity(path: second) else {
            return LinkResolution(first).path == LinkResolution(second).path
        }
        return one == other
    }
}
