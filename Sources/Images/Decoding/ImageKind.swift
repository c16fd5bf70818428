/// Which decoder a file needs, by its first bytes.
enum ImageKind: Sendable {
    case jpeg
    case png
    case webp
    case heif

    /// Looks at the beginning of a file.
    ///
    /// - Throws: ``ImageError/Code/unsupported`` for what no decoder here knows, ``ImageError/Code/damaged`` for an empty file.
    init(_ head: some Sequence<UInt8>, name: String) throws(ImageError) {
        let bytes = Array(head.prefix(32))
        func has(_ text: String, at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).starts(with: text.unicodeScalars.lazy.map { UInt8($0.value) })
        }
        if has("\u{FF}\u{D8}\u{FF}") {
            self = .jpeg
        } else if has("\u{89}PNG\r\n\u{1A}\n") {
            self = .png
        } else if has("RIFF"), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftyp", at: 4), Self.brands.contains(where: { has($0, at: 8) }) {
            self = .heif
        } else if bytes.isEmpty {
            throw ImageError(.damaged, "\(name) is empty; copy it again from where it came")
        } else {
            throw ImageError(
                .unsupported,
                "\(name) is \(Self.names.first { has($0.beginning, at: $0.offset) }?.name ?? "no picture that is known") "
                    + "and cannot be decoded; JPEG, PNG, WebP, HEIC and AVIF can")
        }
    }

    private static let brands = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1", "avif", "avis"]
    private static let names: [(beginning: String, offset: Int, name: String)] = [
        ("GIF8", 0, "a GIF"), ("II*\0", 0, "a TIFF or raw picture"), ("MM\0*", 0, "a TIFF or raw picture"),
        ("BM", 0, "a BMP"), ("ftyp", 4, "a video"), ("\u{1A}\u{45}\u{DF}\u{A3}", 0, "a video"),
    ]
}
