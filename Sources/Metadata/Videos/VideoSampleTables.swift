/// The locations of the samples of a video's tracks, from the tables in `moov`.
struct VideoSampleTables {
    private let file: FileBytes
    private let movie: Box

    init(_ file: FileBytes, _ movie: Box) {
        self.file = file
        self.movie = movie
    }

    /// Returns whether samples begin in a range, which must then not change.
    func containSamples(in range: Range<Int>) throws(MetadataError) -> Bool {
        var tracks = BoxWalk(file, movie.content)
        while let track = try tracks.next() {
            guard track.type == "trak", let table = try Self.table(of: track, file) else { continue }
            var parts = BoxWalk(file, table.content)
            while let part = try parts.next() {
                let size = part.type == "stco" ? 4 : part.type == "co64" ? 8 : 0
                guard size > 0 else { continue }
                var cursor = FileCursor(file, part.content)
                cursor.skip(8)
                while cursor.remaining >= size {
                    let offset = try cursor.integer(size)
                    if offset >= UInt64(range.lowerBound), offset < UInt64(range.upperBound) { return true }
                }
            }
        }
        return false
    }

    /// Returns the box `stbl` of a track.
    static func table(of track: Box, _ file: FileBytes) throws(MetadataError) -> Box? {
        guard let media = try BoxWalk.first("mdia", in: track.content, of: file),
            let information = try BoxWalk.first("minf", in: media.content, of: file)
        else { return nil }
        return try BoxWalk.first("stbl", in: information.content, of: file)
    }
}

/// Detects tracks with the camera's position over time, which cannot be removed without rewriting the video.
enum TelemetryTrack {
    /// Refuses a video with positions in its samples.
    ///
    /// - Parameters:
    ///   - track: The track.
    ///   - file: The video.
    /// - Throws: ``EditRefusal``, ``MetadataError``.
    static func refuse(_ track: Box, _ file: FileBytes) throws {
        guard let table = try VideoSampleTables.table(of: track, file),
            let descriptions = try BoxWalk.first("stsd", in: table.content, of: file)
        else { return }
        let start = descriptions.content.lowerBound
        guard descriptions.content.count >= 16,
            let format = try file.uint32(at: start + 12, bigEndian: true).map(FourCharacterCode.init)
        else { return }
        if formats.contains(format) { throw EditRefusal("one of its tracks holds positions ('\(format)')") }
        if format == "mebx" || texts.contains(format) {
            let described = try file.copy(of: start..<min(descriptions.content.upperBound, start + 65_536))
            let samples = texts.contains(format) ? try firstSample(table, file) : []
            guard !hasName(described + samples) else {
                throw EditRefusal("one of its tracks holds positions ('\(format)')")
            }
        }
    }

    /// GoPro's, Google's and Sony's formats, and those of dashcams.
    private static let formats: Set<FourCharacterCode> = ["gpmd", "camm", "rtmd", "gps ", "fdsc", "marl"]
    /// Subtitles, in which drones write positions.
    private static let texts: Set<FourCharacterCode> = ["text", "tx3g"]

    private static func firstSample(_ table: Box, _ file: FileBytes) throws -> [UInt8] {
        var offset: UInt64 = 0
        if let box = try BoxWalk.first("stco", in: table.content, of: file) {
            offset = UInt64(try file.uint32(at: box.content.lowerBound + 8, bigEndian: true) ?? 0)
        } else if let box = try BoxWalk.first("co64", in: table.content, of: file) {
            offset = try file.uint64(at: box.content.lowerBound + 8, bigEndian: true) ?? 0
        }
        guard offset > 0, offset < UInt64(file.count) else { return [] }
        return try file.copy(of: Int(offset)..<min(file.count, Int(offset) + 1024))
    }

    private static func hasName(_ bytes: [UInt8]) -> Bool {
        let lower = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return ["location", "gps", "latitude"].contains { name in
            let wanted = Array(name.utf8)
            return lower.indices.dropLast(wanted.count - 1).contains { start in
                lower[start] == wanted[0] && lower[start..<start + wanted.count].elementsEqual(wanted)
            }
        }
    }
}
