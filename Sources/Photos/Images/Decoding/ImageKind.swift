/// The image format of a file, detected from its first bytes.
enum ImageKind: Sendable {
    case jpeg
    case png
    case webp
    case heif
    case gif
    /// TIFF, or a TIFF-based raw format.
    case tiff
    /// Another raw format.
    case raw
    case video

    /// The number of bytes needed for detection.
    static let headSize = 32

    /// Whether the decoder reads the file itself, so that large files are not loaded into memory.
    var isReadInParts: Bool { self == .tiff || self == .raw || self == .video }

    /// Creates the kind by detecting the format from content.
    ///
    /// - Throws: ``ImageError/Code/unsupported`` for unknown formats, ``ImageError/Code/damaged`` for an empty file.
    init(_ head: some Sequence<UInt8>, name: String) throws(ImageError) {
        let bytes = Array(head.prefix(Self.headSize))
        func has(_ text: String, at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).starts(with: text.unicodeScalars.lazy.map { UInt8($0.value) })
        }
        if has("\u{FF}\u{D8}\u{FF}") {
            self = .jpeg
        } else if has("\u{89}PNG\r\n\u{1A}\n") {
            self = .png
        } else if has("RIFF"), has("WEBP", at: 8) {
            self = .webp
        } else if has("GIF87a") || has("GIF89a") {
            self = .gif
        } else if Self.tiffs.contains(where: { has($0) }) {
            self = .tiff
        } else if Self.raws.contains(where: { has($0) }) || has("ftypcrx ", at: 4) {
            self = .raw
        } else if has("ftyp", at: 4), bytes.count >= 12 {
            self = Self.brands.contains(where: { has($0, at: 8) }) ? .heif : .video
        } else if Self.videos.contains(where: { has($0.beginning, at: $0.offset) }) {
            self = .video
        } else if bytes.isEmpty {
            throw ImageError(.damaged, "\(name) is empty", advice: "copy it again from the original")
        } else {
            throw ImageError(
                .unsupported,
                "\(name) is \(Self.otherKind(bytes)) and cannot be decoded; JPEG, PNG, WebP, "
                    + "GIF, TIFF, HEIC, AVIF, raw files of cameras, MP4, MOV and MKV can")
        }
    }

    /// Returns the name of a format that is not decoded, for messages.
    private static func otherKind(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: Array("BM".utf8)) { return "a BMP" }
        let isJPEGXL = bytes.starts(with: [0xFF, 0x0A]) || bytes.dropFirst(4).starts(with: Array("JXL ".utf8))
        return isJPEGXL ? "a JPEG XL" : "not an image of a known format"
    }

    private static let brands = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1", "avif", "avis"]
    /// TIFF and BigTIFF, in both orders of bytes.
    private static let tiffs = ["II*\0", "MM\0*", "II+\0", "MM\0+"]
    /// Olympus, Panasonic, Fujifilm.
    private static let raws = ["IIRO", "IIRS", "MMOR", "IIU\0", "FUJIFILMCCD-RAW"]
    /// Matroska, and QuickTime from before it had brands.
    private static let videos: [(beginning: String, offset: Int)] = [
        ("\u{1A}\u{45}\u{DF}\u{A3}", 0), ("moov", 4), ("mdat", 4), ("wide", 4), ("skip", 4), ("pnot", 4),
    ]
}
