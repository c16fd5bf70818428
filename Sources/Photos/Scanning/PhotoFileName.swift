/// What names of files promise; what a file is, its content tells.
package enum PhotoFileName {
    private static let extensions: Set<[UInt8]> = Set(
        [
            "jpg", "jpeg", "jpe", "png", "webp", "gif", "tif", "tiff", "heic", "heif", "hif", "avif", "dng", "cr2",
            "cr3", "nef", "nrw", "arw", "sr2", "pef", "orf", "rw2", "raf", "mp4", "m4v", "mov", "mkv", "webm",
        ].map { Array($0.utf8) })

    /// Whether the name of a file promises a photo or video.
    static func promisesPhoto(_ name: RawPath) -> Bool { promisesPhoto(name.bytes) }

    /// Whether a path promises a photo or video, or the sidecar of one.
    package static func promisesPhoto(_ path: String) -> Bool {
        path.utf8.count > 4 && path.suffix(4).lowercased() == ".xmp" || promisesPhoto(Array(path.utf8))
    }

    private static func promisesPhoto(_ bytes: [UInt8]) -> Bool {
        guard let point = bytes.lastIndex(of: UInt8(ascii: ".")), bytes.count - point <= 5 else { return false }
        return extensions.contains(bytes[(point + 1)...].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
    }
}
