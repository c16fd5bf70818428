package import LKMetadata

/// The changes that the program makes and the tests of killed runs expect.
package enum Patches {
    /// Moves what is behind it, but for videos, which it changes where they lie.
    package static func patch(_ name: String, _ count: Int, _ mark: String) -> FilePatch {
        var patch = FilePatch(oldCount: count)
        if name.hasSuffix(".mp4") {
            patch.replace(4..<8, with: Array(mark.utf8.prefix(4)))
            patch.replace(count..<count, with: Array("moov with \(mark)".utf8))
        } else {
            patch.replace(10..<20, with: Array("<position \(mark)>".utf8))
            patch.replace(100..<130, with: [])
            patch.replace(count..<count, with: Array("<end \(mark)>".utf8))
        }
        return patch
    }
}
