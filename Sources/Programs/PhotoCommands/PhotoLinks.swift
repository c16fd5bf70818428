import Glibc
import LKCommandLine
import LKFormats

/// Links from a page to files, relative to the page so that both can be moved together.
struct PhotoLinks {
    private let page: [Substring]
    /// The real folder of each folder, which may contain links.
    private var folders: [Substring: String] = [:]

    /// Creates links for a page.
    ///
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
        let parts =
            (up.isEmpty ? ["."] : up)
            + (target[shared...] + [path[slash...].dropFirst()]).map {
                PercentEncoding.text($0.utf8, keeping: "-._~")
            }
        return parts.joined(separator: "/")
    }

    private static func real(_ folder: Substring) -> String {
        guard let real = realpath(folder.isEmpty ? "/" : String(folder), nil) else { return String(folder) }
        defer { free(real) }
        return String(cString: real)
    }
}
