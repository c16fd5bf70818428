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
