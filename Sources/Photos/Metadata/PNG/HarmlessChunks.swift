/// The chunks of a PNG that are known: a removal keeps them, or edits what they say about a place.
///
/// Chunks of other kinds, and texts whose keyword is a position, are removed: a reader skips what it does not know.
enum HarmlessChunks {
    /// The kinds of the standard with its extensions, and those of Apple, ImageMagick and Adobe without positions.
    ///
    /// Missing are manifests of provenance (`caBX`), which every edit invalidates. The kinds of compressed EXIF are
    /// refused elsewhere.
    private static let kinds: Set<UInt32> = Set(
        [
            "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "mDCv",
            "cLLI", "cLLi", "bKGD", "hIST", "pHYs", "sPLT", "tIME", "tEXt", "zTXt", "iTXt", "eXIf", "zxIf", "zXIf",
            "acTL", "fcTL", "fdAT", "oFFs", "pCAL", "sCAL", "sTER", "gIFg", "gIFx", "gIFt", "dSIG", "iDOT", "CgBI",
            "vpAg", "caNv", "orNT", "prVW", "mkBF", "mkTS", "mkBS", "mkBT", "cpIp", "JDAT", "MHDR", "MEND", "DHDR",
            "FRAM", "LOOP", "TERM",
        ].map { $0.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } })
    private static let positions = ["gps", "latitude", "longitude", "geo:"]

    /// Returns whether a text's keyword means a position, such as `exif:GPSLatitude` of ImageMagick.
    static func isPosition(_ keyword: String) -> Bool { positions.contains { keyword.contains($0) } }

    /// Returns the keyword of a text, in lower case; `nil` for other chunks.
    static func keyword(of chunk: PNGChunk, _ file: FileBytes) throws(MetadataError) -> String? {
        guard [PNGChunk.text, PNGChunk.compressedText, PNGChunk.internationalText].contains(chunk.kind),
            let start = try file.bytes(at: chunk.payload, count: min(chunk.count, 80))
        else { return nil }
        // Without the zero byte that ends it, it is not a keyword.
        guard let end = start.firstIndex(of: 0) else { return nil }
        return String(decoding: SidecarName.lowercased(start[..<end]), as: UTF8.self)
    }

    /// Returns the chunks that an edit removes as a whole.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - parts: The chunks.
    ///   - file: The file.
    /// - Returns: None unless the position is removed. Chunks that a reader must understand stay.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func others(
        than edit: MetadataEdit, _ parts: PNGParts, _ file: FileBytes
    ) throws(MetadataError) -> [PNGChunk] {
        guard edit.location == .remove else { return [] }
        let edited = Set((parts.profiles + parts.xmp).map(\.offset))
        var found: [PNGChunk] = []
        for chunk in parts.all where !edited.contains(chunk.offset) {
            let isAncillary = chunk.kind >> 24 & 0x20 != 0
            let isOfPosition = try keyword(of: chunk, file).map(isPosition) == true
            if isAncillary && !kinds.contains(chunk.kind) || isOfPosition { found.append(chunk) }
        }
        return found
    }
}
