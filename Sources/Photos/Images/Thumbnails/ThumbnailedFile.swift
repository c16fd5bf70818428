import Glibc
import LKFormats
import LKMetadata
import LKStorage

/// A file with a thumbnail, in its current state.
struct ThumbnailedFile {
    let uri: String
    /// The modification time, in seconds since 1970.
    let time: Int
    let size: Int
    /// The thumbnail's file name.
    let name: String

    /// Reads the state of a file; `nil` when it is unreadable, since nothing may be cached then.
    init?(_ path: String) {
        guard let status = try? TrustedPath.status(of: path), status.st_mode & S_IFMT == S_IFREG,
            access(path, R_OK) == 0
        else { return nil }
        uri = FileURI.uri(of: path)
        time = status.st_mtim.tv_sec
        size = Int(status.st_size)
        name = MD5.hexadecimal(uri.utf8) + ".png"
    }

    var texts: [(key: String, value: String)] {
        [
            ("Thumb::URI", uri), ("Thumb::MTime", "\(time)"), ("Thumb::Size", "\(size)"),
            ("Software", "LocationKit"),
        ]
    }
}

/// The URI that identifies a file in the thumbnail cache, encoded as GLib does.
enum FileURI {
    /// Returns the URI of a path, made absolute without resolving symbolic links.
    static func uri(of path: String) -> String {
        "file://" + PercentEncoding.text(absolute(path).utf8, keeping: "!$&'()*+,-./:=@_~")
    }

    private static func absolute(_ path: String) -> String {
        var full = path
        if !path.hasPrefix("/"), let folder = getcwd(nil, 0) {
            full = String(cString: folder) + "/" + path
            free(folder)
        }
        var parts: [Substring] = []
        for part in full.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
        return "/" + parts.joined(separator: "/")
    }
}
