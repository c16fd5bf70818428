/// Searches texts of a PNG that no edit changes; they may be compressed, so that a search of the file's bytes does not
/// find them.
enum PNGTextSearch {
    /// `zxIf`, which some programs write, and an earlier proposal.
    private static let compressedEXIF: Set<UInt32> = [0x7A78_4966, 0x7A58_4966]
    /// Texts shorter than this do not decompress to more than the limit, so one that cannot be decompressed is damaged.
    private static let minimumRefusedSize = 8 << 10
    /// More bytes after a packed text may be another one, which a search of the file's bytes does not see.
    private static let maximumPadding = 8
    /// Maximum size of all texts together, decompressed: each may have 8 MB that take 8 kB of the file.
    private static let maximumSize = 64 << 20
    private static let keywordsOfPlaces: Set<String> = ["location", "city", "country", "place"]

    /// Refuses an edit if a text, or a profile in one, contains data that it removes.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - parts: The chunks.
    ///   - file: The file.
    ///   - maximumSize: Maximum size of all texts together, in bytes.
    /// - Throws: ``EditRefusal``, and the errors of reading.
    static func refuse(
        _ edit: MetadataEdit, _ parts: PNGParts, _ file: FileBytes, maximumSize: Int = Self.maximumSize
    ) throws {
        guard !edit.removals.isEmpty else { return }
        let edited = Set((parts.xmp + parts.profiles).map(\.offset))
        let removed = Set(try HarmlessChunks.others(than: edit, parts, file).map(\.offset))
        var size = 0
        for chunk in parts.all + parts.behind where !removed.contains(chunk.offset) {
            if edit.location == .remove, compressedEXIF.contains(chunk.kind) {
                throw EditRefusal("its EXIF is compressed", isCertain: true)
            }
            guard [PNGChunk.text, PNGChunk.compressedText, PNGChunk.internationalText].contains(chunk.kind) else {
                continue
            }
            try refuseKeyword(of: chunk, edit, file)
            let contents = try PNGText.contents(of: chunk, in: file)
            if let rest = contents?.rest, rest > maximumPadding {
                throw EditRefusal(
                    "one of its texts has data after its end, which may say where it was taken", isCertain: true)
            }
            size += contents?.text.count ?? 0
            guard size <= maximumSize else {
                throw EditRefusal(
                    "its texts unpack to more than \(maximumSize >> 20) MB, and may say where it was taken",
                    isCertain: true)
            }
            guard !edited.contains(chunk.offset) else { continue }
            if let text = contents?.text {
                try refuse(try PNGText.profile(in: text, of: chunk, in: file)?.bytes ?? text, edit)
            } else if try chunk.count >= minimumRefusedSize || isProfile(chunk, file) {
                throw EditRefusal(
                    PNGText.refusal(of: chunk, called: "one of its texts") + ", and may say where it was taken",
                    isCertain: true)
            }
        }
    }

    /// Returns whether a text is a profile other than a colour profile.
    private static func isProfile(_ chunk: PNGChunk, _ file: FileBytes) throws -> Bool {
        guard let start = try file.bytes(at: chunk.payload, count: min(chunk.count, 20)) else { return false }
        return start.starts(with: "Raw profile type ".utf8) && !start.dropFirst(17).starts(with: "ic".utf8)
    }

    /// Refuses an edit if the keyword itself reveals a place name or a position.
    private static func refuseKeyword(of chunk: PNGChunk, _ edit: MetadataEdit, _ file: FileBytes) throws {
        guard let keyword = try HarmlessChunks.keyword(of: chunk, file) else { return }
        if edit.location == .remove, HarmlessChunks.isPosition(keyword) {
            throw EditRefusal("one of its texts has a position", isCertain: true)
        }
        if edit.placeShown == .remove, edit.placeCreated == .remove, keywordsOfPlaces.contains(keyword) {
            throw EditRefusal("one of its texts names a place", isCertain: true)
        }
    }

    private static func refuse(_ text: [UInt8], _ edit: MetadataEdit) throws {
        let inner = FileBytes()
        inner.open(bytes: text)
        guard !text.isEmpty else { return }
        let traces = try PositionTraces.find(in: inner)
        guard let trace = traces.first(where: { PositionRemoval.isMeant($0, by: edit, inVideo: false) }) else { return }
        if case .name = trace { throw EditRefusal("one of its texts names a place", isCertain: true) }
        throw EditRefusal("one of its texts has a position", isCertain: true)
    }
}
