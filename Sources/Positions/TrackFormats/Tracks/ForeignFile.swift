extension TrackFormat {
    /// Returns whether the first 16 bytes of a file show that it has no tracks that can be read here.
    package static func isForeign(_ beginning: [UInt8]) -> Bool { ForeignFile(beginning: beginning) != nil }
}

/// A kind of file that has no tracks, or none that can be read here, recognized by its first bytes.
///
/// Sources: the signatures of ISO/IEC 14496-12 (`ftyp`), RFC 1952 (gzip), Garmin's FIT protocol (`.FIT`), and those that
/// `file(1)` knows.
struct ForeignFile {
    /// What it is, with an article: `a JPEG image`.
    let title: String
    /// What to do with it.
    var advice = "name a file with tracks"

    /// Recognizes a file by its beginning; `nil` for text and for what is not known.
    ///
    /// - Parameter beginning: The first 16 bytes or more.
    init?(beginning: some Sequence<UInt8>) {
        let head = Array(beginning.prefix(16))
        func has(_ bytes: [UInt8], at index: Int = 0) -> Bool { head.dropFirst(index).starts(with: bytes) }
        func has(_ text: StaticString, at index: Int = 0) -> Bool {
            text.withUTF8Buffer { head.dropFirst(index).starts(with: $0) }
        }
        let unpacking = "unpack it, and name the file in it"
        if has([0xFF, 0xD8, 0xFF]) {
            title = "a JPEG image"
        } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            title = "a PNG image"
        } else if has("GIF8") {
            title = "a GIF image"
        } else if has([0x49, 0x49, 0x2A, 0x00]) || has([0x4D, 0x4D, 0x00, 0x2A]) {
            title = "a TIFF image or a raw photo"
        } else if has("RIFF") && has("WEBP", at: 8) {
            title = "a WebP image"
        } else if has("ftyp", at: 4) {
            let images: [StaticString] = ["heic", "heix", "heif", "mif1", "msf1", "avif", "avis", "crx "]
            title =
                images.contains { has($0, at: 8) }
                ? "a HEIC, AVIF or raw photo" : "an MPEG-4 or QuickTime video"
        } else if has([0x1A, 0x45, 0xDF, 0xA3]) {
            title = "a Matroska video"
        } else if has("%PDF-") {
            title = "a PDF document"
        } else if has(".FIT", at: 8) {
            title = "a FIT file, which is not read here"
            advice = "convert it to GPX, for example with gpsbabel"
        } else if has([0x50, 0x4B, 0x03, 0x04]) {
            title = "a ZIP archive, such as KMZ"
            advice = unpacking
        } else if has([0x1F, 0x8B]) {
            (title, advice) = ("compressed with gzip", unpacking)
        } else if has("BZh") {
            (title, advice) = ("compressed with bzip2", unpacking)
        } else if has([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]) {
            (title, advice) = ("compressed with xz", unpacking)
        } else if has([0x28, 0xB5, 0x2F, 0xFD]) {
            (title, advice) = ("compressed with zstd", unpacking)
        } else {
            return nil
        }
    }

    /// Returns whether the beginning of a file is binary.
    ///
    /// For a beginning in which no format was found. Zeros alone say nothing, since a log that was open when power failed
    /// may begin with them.
    static func isBinary(_ beginning: some Sequence<UInt8>) -> Bool {
        var hasZero = false
        var hasControl = false
        for byte in beginning {
            hasZero = hasZero || byte == 0
            hasControl = hasControl || (1..<9).contains(byte)
        }
        return hasZero && hasControl
    }
}
