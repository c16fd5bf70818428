/// The maker notes that are known: those whose tables in exiftool have no position or place, and those of which
/// ``MakerNotePlaces`` searches the tags that do.
enum HarmlessMakerNotes {
    /// The beginnings of notes that name their maker.
    private static let beginnings = [
        "Apple iOS\0", "AOC\0", "EPSON\0", "AGFA", "FOVEON\0", "FUJIFILM", "GENERALE", "GE\0\0", "GENIC\0", "HDRP",
        "Hewlett-Packard",
        "JVC", "KC", "KDK", "KYOCERA", "LEICA", "LSI1\0", "MINOL", "MKE", "MLT0", "MOT\0", "Nikon\0", "OLYMP",
        "OM SYSTEM",
        "PENTAX", "PREMI\0", "Panasonic\0", "QVC\0", "RICOH", "RECONYX", "Ricoh", "Rv", "Rev", "SAMSUNG", "SANYO\0",
        "SEMC MS\0", "SIGMA\0",
        "SONY ", "STMN", "VHAB", "VER:", "IIII", "MMMM", "[ae_dbg_info:", "\u{1}\u{F1}",
    ].map { text in text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

    /// The beginnings of the names of makers whose notes may be a directory without a name before it.
    private static let makers = [
        "agfa", "canon", "casio", "concord", "dji", "eastman kodak", "epson", "flir", "fuji", "ge", "general",
        "hasselblad", "hp",
        "hewlett", "huawei", "jvc", "kodak", "konica", "kyocera", "leica", "minolta", "nikon", "nintendo", "olympus",
        "om digital",
        "panasonic", "pentax", "phase one", "premier", "reconyx", "ricoh", "samsung", "sanyo", "seiko epson", "sigma",
        "sony", "vivitar",
    ]

    /// Returns the maker that the first directory names; empty without one.
    static func make(_ fields: [TIFFField], of block: TIFFBlock) throws(MetadataError) -> String {
        guard let field = fields.first(where: { $0.tag == EXIFTag.make }), let bytes = try block.valueBytes(of: field)
        else { return "" }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Returns whether a note is known.
    ///
    /// - Parameters:
    ///   - note: The bytes of the note.
    ///   - block: The structure that contains it.
    ///   - make: The maker that the photo names.
    /// - Returns: `false` also for a known maker's note whose directory is damaged.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func contain(_ note: Range<Int>, of block: TIFFBlock, make: String) throws(MetadataError) -> Bool {
        let start = try block.file.bytes(at: note.lowerBound, count: min(note.count, 32)).map { Array($0) } ?? []
        if beginnings.contains(where: start.starts) { return true }
        let make = make.lowercased()
        guard makers.contains(where: make.hasPrefix) else { return false }
        // Of two byte orders: some makers keep their own.
        for bigEndian in [block.bigEndian, !block.bigEndian] {
            let inner = TIFFBlock(
                file: block.file, base: block.base, end: note.upperBound, bigEndian: bigEndian,
                firstDirectory: note.lowerBound)
            guard let directory = try inner.directory(at: note.lowerBound), directory.count > 0,
                directory.count == directory.statedCount
            else { continue }
            if try inner.fields(of: directory).allSatisfy({ $0.elementSize != nil }) { return true }
        }
        return make.hasPrefix("kodak") || make.hasPrefix("eastman")
    }
}
