import Formats
import Glibc
import Metadata

/// A file that a thumbnail is of, in its present state.
struct ThumbnailedFile {
    let uri: String
    /// When it was changed last, in seconds since 1970.
    let time: Int
    let size: Int
    /// The thumbnail's file name.
    let name: String

    /// Looks at a file; `nil` when it cannot be read, for then nothing may be kept of it either.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, R_OK) == 0 else { return nil }
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
