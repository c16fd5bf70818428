package import FoundationEssentials
import Glibc
package import LKCommandLine
import LKFormats
import LKGeo
package import LKMetadata
package import LKPhotos
import LKPlanning
import LKTagging

/// The folders and files named on a command line; paths are printed in the form in which they were given.
package struct PhotoSelection {
    /// A folder with everything in it, or a single file.
    private struct Item {
        /// The path as given, without trailing slashes.
        var given: String
        /// The absolute path, with replacement characters for what is not valid UTF-8.
        var absolute: String
        var url: URL

        /// The path for messages; the root keeps its slash.
        var name: String { given.isEmpty ? "/" : given }
    }

    private let folders: [Item]
    private let files: [Item]
    /// The given paths of files by absolute path.
    private let givenFiles: [String: String]
    /// The given form of the folders of files: `Pictures/`, or empty for a bare file name.
    private let givenParents: [String: String]
    /// Whether all paths were given as absolute paths.
    private let isPlain: Bool

    /// Reads the arguments of a command line and the list of files that it names.
    ///
    /// - Throws: A usage error for no argument or an empty one, ``ExitCode/noInput`` for a list that cannot be read or if the
    ///   working folder no longer exists, and ``ExitCode/dataError`` for a list with the wrong separator.
    package init(_ arguments: ParsedArguments, for command: CommandDescription) throws(ToolError) {
        try self.init(arguments.positionals, listed: PathList.paths(arguments), for: command)
    }

    /// Reads arguments and the paths of a list, which may be empty.
    ///
    /// - Throws: As ``init(_:for:)``.
    package init(_ words: [String], listed: [[UInt8]]? = nil, for command: CommandDescription) throws(ToolError) {
        guard !words.isEmpty || listed != nil else {
            throw .usage("needs a folder or a photo: \(command.fullName) \(command.usage[0])")
        }
        if words.contains("-") { throw Self.standardInput }
        var (folders, files): ([Item], [Item]) = ([], [])
        for word in words.map({ Array($0.utf8) }) + (listed ?? []) {
            guard !word.isEmpty else { throw .usage("'' is not a path; for the working folder write .") }
            let item = try Self.item(word)
            if Self.isFolder(word) { folders.append(item) } else { files.append(item) }
        }
        (self.folders, self.files) = (folders, files)
        givenFiles = Dictionary(files.map { ($0.absolute, $0.given) }) { first, _ in first }
        givenParents = Dictionary(files.map { (Self.parent($0.absolute), Self.parent($0.given)) }) { first, _ in first }
        isPlain = (folders + files).allSatisfy { $0.given == $0.absolute }
    }

    /// Why `-` is not a photo.
    static let standardInput = ToolError.usage(
        "photos are read from files, not from standard input; --files-from - reads a list of paths, and ./- is a file called -"
    )

    /// The URLs of the folders.
    package var folderURLs: [URL] { folders.map(\.url) }

    /// The URLs of the single files.
    package var fileURLs: [URL] { files.map(\.url) }

    /// The folders whose paths are valid UTF-8: absolute and as given.
    package var folderPaths: [(path: String, given: String)] { Self.paths(folders) }

    /// The single files whose paths are valid UTF-8: absolute and as given.
    package var filePaths: [(path: String, given: String)] { Self.paths(files) }

    /// The folders that contain the single files, each once, in order.
    package var parents: [String] {
        Set(filePaths.map { Self.parent($0.path) }).map { $0.count > 1 ? String($0.dropLast()) : $0 }.sorted()
    }

    /// The given paths for a message; many files are given as a count.
    package var names: String {
        let many = files.count > 3 ? ["\(files.count) files"] : files.map(\.name)
        return (folders.map(\.name) + many).joined(separator: ", ")
    }

    /// The given paths for a command line; many files are given by their folders.
    package var words: String {
        let ends = files.count > 3 ? parents.map { shown($0) } : files.map(\.name)
        let paths = folders.map(\.name) + ends
        return ShellText.line(paths.map { $0.hasPrefix("-") ? "./" + $0 : $0 })
    }

    /// Returns whether a path is itself one of the folders or files.
    package func contains(_ path: String) -> Bool {
        givenFiles[path] != nil || folders.contains { ($0.absolute.isEmpty ? "/" : $0.absolute) == path }
    }

    /// Returns whether a path is one of the single files.
    package func isFile(_ path: String) -> Bool { givenFiles[path] != nil }

    /// Returns whether a path is in one of the folders.
    package func isInFolder(_ path: String) -> Bool {
        folders.contains { path.utf8.starts(with: "\($0.absolute)/".utf8) }
    }

    /// The number of folders and files.
    package var count: Int { folders.count + files.count }

    /// Returns the form in which to print an absolute path, following the argument it comes from:
    /// `Pictures/IMG_0001.JPG`.
    package func shown(_ path: String) -> String {
        if isPlain { return path }
        if let given = givenFiles[path] { return given }
        for folder in folders where path.utf8.starts(with: folder.absolute.utf8) {
            let rest = path.utf8.dropFirst(folder.absolute.utf8.count)
            if rest.isEmpty || rest.first == UInt8(ascii: "/") { return folder.given + String(Substring(rest)) }
        }
        let parent = Self.parent(path)
        guard let given = givenParents[parent] else { return path }
        return given + String(Substring(path.utf8.dropFirst(parent.utf8.count)))
    }

    /// Returns whether an argument names a folder; a missing path counts as a file if its extension is a photo's.
    private static func isFolder(_ word: [UInt8]) -> Bool {
        let path = (word + [0]).map { CChar(bitPattern: $0) }
        var status = stat()
        guard stat(path, &status) == 0 else {
            var link = stat()
            return lstat(path, &link) != 0 && !PhotoFileName.promisesPhoto(String(decoding: word, as: UTF8.self))
        }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the part of a path before the file name, with the slash.
    private static func parent(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[...slash])
    }

    private static func paths(_ items: [Item]) -> [(path: String, given: String)] {
        items.compactMap { item in item.url.exactPath.map { ($0, item.name) } }
    }

    private static func item(_ word: [UInt8]) throws(ToolError) -> Item {
        let slash = UInt8(ascii: "/")
        var bytes = word
        let word = String(decoding: word, as: UTF8.self)
        if bytes.first != slash {
            guard let here = getcwd(nil, 0) else {
                throw ToolError(.noInput, "\(word) cannot be found, since the working folder is gone; go to another")
            }
            defer { free(here) }
            bytes = UnsafeRawBufferPointer(start: here, count: strlen(here)) + [slash] + bytes
        }
        let parts = bytes.split(separator: slash).filter { !$0.elementsEqual([UInt8(ascii: ".")]) }
        let path = parts.flatMap { [slash] + $0 }
        var given = Substring(word)
        while given.utf8.last == slash { given.removeLast() }
        guard let url = URL(string: "file://" + PercentEncoding.text(path.isEmpty ? [slash] : path, keeping: "/-"))
        else {
            throw ToolError(.noInput, "\(word) is not a path")
        }
        return Item(given: String(given), absolute: String(decoding: path, as: UTF8.self), url: url)
    }
}

/// A list of paths from a file or standard input, as `find` prints it.
package enum PathList {
    /// The largest list in bytes: far more than the paths of anyone's photos.
    private static let maximumListSize = 1 << 30

    /// The options of commands that accept such a list.
    package static let options: [any OptionDeclaration] = [filesFrom, null]
    package static let filesFrom = Option(
        "files-from", .path("FILE|-"),
        "also read folders and photos from a list, one path per line; - is standard input")
    static let null = Flag("null", "paths in the list end with a zero byte, as find -print0 writes them")

    /// Returns the paths in the list named on a command line, or `nil` without one.
    ///
    /// Empty lines are skipped.
    ///
    /// - Throws: A usage error for `-0` without a list, and ``ExitCode/noInput`` for a list that cannot be read.
    package static func paths(_ arguments: ParsedArguments) throws(ToolError) -> [[UInt8]]? {
        let isZeroTerminated = arguments[Self.null]
        guard let list = try arguments[Self.filesFrom] else {
            if isZeroTerminated { throw .usage("-0 is for --files-from; give that too") }
            return nil
        }
        let bytes = try InputFile.contents(path: list, maximumSize: maximumListSize)
        return try paths(bytes, isZeroTerminated: isZeroTerminated, name: list == "-" ? "standard input" : list)
    }

    /// Splits a list into paths.
    ///
    /// - Parameters:
    ///   - bytes: The list.
    ///   - isZeroTerminated: Whether a zero byte ends each path instead of a line end.
    ///   - name: The list's name in messages.
    /// - Returns: The paths in order, as bytes: a name need not be valid UTF-8.
    /// - Throws: ``ExitCode/dataError`` for a path that contains a zero byte.
    package static func paths(_ bytes: [UInt8], isZeroTerminated: Bool, name: String) throws(ToolError) -> [[UInt8]] {
        let separator = isZeroTerminated ? 0 : UInt8(ascii: "\n")
        var paths: [[UInt8]] = []
        for (index, part) in bytes.split(separator: separator, omittingEmptySubsequences: false).enumerated()
        where !part.isEmpty {
            guard !part.contains(0) else {
                throw ToolError(.dataError, "\(name): path \(index + 1) has a zero byte in it; is -0 missing?")
            }
            paths.append(Array(part))
        }
        return paths
    }
}

extension PhotoSelection {
    /// The option that reads dates from names.
    package static let datesFromNames = Flag(
        "dates-from-names",
        "take the date of a photo without one from its name, such as IMG_20240511_081500 or IMG-20240511-WA0001")
}

extension FoldersElsewhere {
    /// Creates an empty set for the folders and files given.
    ///
    /// - Parameter photos: The folders and files given.
    package init(_ photos: PhotoSelection) {
        self.init(folders: photos.folderPaths.map(\.path), parents: photos.parents)
    }

    /// Warns which folders links lead to, because links may have come with an archive.
    ///
    /// - Parameters:
    ///   - consequence: What becomes of the photos there: `are listed too`.
    ///   - command: Whose message it is.
    package func tell(_ consequence: String, command: String) {
        for place in paths {
            Messages.note("links lead to photos in \(place), which \(consequence)", command: command, as: .warning)
        }
    }
}

extension OutputFile {
    /// Keeps the files of photos from being replaced.
    package func protect(_ assets: [PhotoAsset]) {
        protect(assets.flatMap { [$0.path] + $0.companionPaths }.compactMap { FileIdentity(path: $0) })
    }
}

extension PhotoAsset {
    /// The position, unless it is exactly 0, 0, which cameras write for "unknown".
    package var knownLocation: PhotoLocation? {
        guard let location else { return nil }
        let isNowhere = location.coordinate.latitude == 0 && location.coordinate.longitude == 0
        return isNowhere && location.isVoid ? nil : location
    }
}
