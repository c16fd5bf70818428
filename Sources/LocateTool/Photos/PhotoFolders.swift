import Foundation
import Glibc
import LocationKit

/// The folders that a command line names, and what lies in them as a person would name it: by the folder as it was given.
struct PhotoFolders {
    private struct Folder {
        /// As it was given, without slashes at its end.
        var given: String
        /// The absolute path, with replacement characters for what is no UTF-8.
        var absolute: String
        var url: URL
    }

    private let folders: [Folder]
    /// Whether all were given as they are.
    private let isPlain: Bool

    /// Takes the words of a command line.
    ///
    /// - Throws: A usage error for none or an empty one, and ``ExitCode/noInput`` where the working folder is gone.
    init(_ words: [String], for command: CommandDescription) throws(ToolError) {
        guard !words.isEmpty else { throw .usage("needs a folder: \(command.fullName) FOLDER") }
        var folders: [Folder] = []
        for word in words {
            guard !word.isEmpty else { throw .usage("'' names no folder; for this one write .") }
            folders.append(try Self.folder(word))
        }
        self.folders = folders
        isPlain = folders.allSatisfy { $0.given == $0.absolute }
    }

    /// Where they are.
    var urls: [URL] { folders.map(\.url) }

    /// Where they are, for those whose names are UTF-8, and as they were given.
    var paths: [(path: String, given: String)] {
        folders.compactMap { folder in
            folder.url.exactPath.map { ($0, folder.given.isEmpty ? "/" : folder.given) }
        }
    }

    /// Their names, as they were given.
    var names: String { folders.map { $0.given.isEmpty ? "/" : $0.given }.joined(separator: ", ") }

    /// Whether a path is one of the folders themselves.
    func contains(_ path: String) -> Bool { folders.contains { ($0.absolute.isEmpty ? "/" : $0.absolute) == path } }

    /// How many there are.
    var count: Int { folders.count }

    /// The absolute path of something in a folder, as that was given: `Pictures/IMG_0001.JPG`.
    func shown(_ path: String) -> String {
        if isPlain { return path }
        for folder in folders where path.utf8.starts(with: folder.absolute.utf8) {
            let rest = path.utf8.dropFirst(folder.absolute.utf8.count)
            if rest.isEmpty || rest.first == UInt8(ascii: "/") { return folder.given + String(Substring(rest)) }
        }
        return path
    }

    private static func folder(_ word: String) throws(ToolError) -> Folder {
        let slash = UInt8(ascii: "/")
        var bytes = Array(word.utf8)
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
        guard let url = URL(string: "file://" + escaped(path.isEmpty ? [slash] : path)) else {
            throw ToolError(.noInput, "\(word) is no name of a folder")
        }
        return Folder(given: String(given), absolute: String(decoding: path, as: UTF8.self), url: url)
    }

    /// A path for a URL: also one that is no UTF-8 is kept byte by byte.
    private static func escaped(_ path: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for byte in path {
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            if isLetter || isDigit || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "-") {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
