import Glibc
import LKCommandLine

/// Links from a page to files, relative to the page so that both can be moved together.
struct PhotoLinks {
    private let page: [Substring]
    /// The real folder of each folder, which may contain links.
    private var folders: [Substring: String] = [:]

    /// - Parameter path: The path of the page.
    init(page path: String) {
        let absolute = PathText.absolute(path)
        let folder = absolute[..<(absolute.lastIndex(of: "/") ?? absolute.startIndex)]
        page = Self.real(folder).split(separator: "/")
    }

    /// Returns the link to a file.
    ///
    /// It begins with a dot, so that no name can look like a scheme.
    ///
    /// - Parameter path: The file's absolute path.
    /// - Returns: A relative URL, percent-encoded.
    mutating func link(to path: String) -> String {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let folder = folders[path[..<slash]] ?? Self.real(path[..<slash])
        folders[path[..<slash]] = folder
        let target = folder.split(separator: "/")
        let shared = zip(page, target).prefix { $0 == $1 }.count
        let up = [String](repeating: "..", count: page.count - shared)
        let parts = (up.isEmpty ? ["."] : up) + (target[shared...] + [path[slash...].dropFirst()]).map(Self.encoded)
        return parts.joined(separator: "/")
    }

    private static func real(_ folder: Substring) -> String {
        guard let real = realpath(folder.isEmpty ? "/" : String(folder), nil) else { return String(folder) }
        defer { free(real) }
        return String(cString: real)
    }

    private static func encoded(_ name: Substring) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for byte in name.utf8 {
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            if isLetter || isDigit || "-._~".utf8.contains(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
