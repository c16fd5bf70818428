import LKFormats

/// Reads tracks, routes and waypoints from KML 2.2 of any size, element by element, in constant memory.
///
/// `gx:Track` and `LineString` are tracks, points are waypoints; areas and models are skipped. Compressed KMZ is not
/// supported.
///
/// Source: OGC 07-147r2 (KML 2.2), Google's KML reference (gx:Track). See `Docs/Formats/KML.md`.
package final class KMLReader: TrackReading {
    private let chunks: FileChunks
    private let parser: KMLParser
    private let stream: XMLStream
    private var ready: [KMLParser.Item] = []
    /// The track that is being returned.
    private var track: KMLTrack?
    private var position = 0
    private var isAtEnd = false
    private var failure: TrackFormatError?

    /// Reads a file in chunks.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable`` when memory is exhausted.
    package init(_ chunks: FileChunks) throws(TrackFormatError) {
        self.chunks = chunks
        parser = KMLParser()
        stream = try .of(chunks, handler: parser)
        parser.stream = stream
    }

    /// The first 100 warnings about skipped points and values.
    package var warnings: [TrackWarnings.Warning] { parser.warnings.first }

    /// The number of points and values skipped.
    package var warningCount: Int { parser.warnings.count }

    /// Whether ``next()`` returns an element without reading more input, which may block.
    package var hasBufferedElements: Bool { track != nil || position < ready.count }

    /// Returns the next element; `nil` at the end of the file.
    ///
    /// - Throws: ``TrackFormatError/Code/malformed`` for invalid XML or a file that is not KML;
    ///   ``TrackFormatError/Code/refused`` for entity declarations; ``TrackFormatError/Code/tooLarge``;
    ///   ``TrackFormatError/Code/unreadable``; and ``TrackFormatError/Code/unwritable`` when there is no room for the
    ///   temporary file that long tracks need.
    package func next() throws(TrackFormatError) -> TrackElement? {
        while true {
            if track != nil {
                if let element = try track?.next(&parser.warnings) { return element }
                track = nil
            }
            if position < ready.count {
                position += 1
                switch ready[position - 1] {
                case .element(let element): return element
                case .track(let next): track = next
                }
                continue
            }
            // Elements before the damage are returned before the error.
            if let failure { throw failure }
            guard !isAtEnd else { return nil }
            position = 0
            ready.removeAll(keepingCapacity: true)
            let chunk = try chunks.next()
            isAtEnd = chunk.isEmpty
            do throws(TrackFormatError) { try stream.feed(chunk, of: chunks.name) } catch {
                failure = parser.failure ?? error
                parser.finishDamaged()
            }
            parser.takeItems(into: &ready)
        }
    }
}
