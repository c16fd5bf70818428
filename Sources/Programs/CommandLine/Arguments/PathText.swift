import Glibc

/// Paths as the command line has them.
package enum PathText {
    /// Returns the absolute path of an argument, without redundant dots and slashes.
    package static func absolute(_ word: String) -> String {
        var path = word
        if !word.hasPrefix("/"), let here = getcwd(nil, 0) {
            path = String(cString: here) + "/" + word
            free(here)
        }
        return "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }
}
