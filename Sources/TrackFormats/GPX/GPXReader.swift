import Formats

/// Reads a GPX 1.0 or 1.1 file of any size, element by element, in constant memory.
///
/// ```swift
/// let reader = try GPXReader(path: "walk.gpx")
/// while let element = try reader.next() { print(element) }
/// ```
///
/// Source: GPX 1.1 schema (topografix.com/GPX/1/1), GPX 1.0 manual, Garmin's TrackPointExtension v1 and v2. Elements
/// are recognised by their local names in any namespace; unknown ones are kept as ``TrackExtension``. See
/// `Docs/Formats/GPX.md`.
public final class GPXReader: TrackReading {
    private let chunks: FileChunks
    private let parser: GPXParser
    private let feed: GPXFeed
    private var ready: [TrackElement] = []
    private var position = 0
    private var isAtEnd = false
    private var failure: TrackFormatError?

    /// Opens a file.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable`` when the file cannot be opened.
    public convenience init(path: String) throws(TrackFormatError) { try self.init(FileChunks(path: path)) }

    /// Reads from an open descriptor, which the caller closes.
    ///
    /// - Parameters:
    ///   - fileDescriptor: A file or a pipe.
    ///   - name: Its name in messages.
    /// - Throws: ``TrackFormatError/Code/unreadable`` when memory is exhausted.
    public convenience init(fileDescriptor: Int32, name: String) throws(TrackFormatError) {
        try self.init(FileChunks(fileDescriptor: fileDescriptor, name: name))
    }

    /// Reads a file in chunks.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable`` when memory is exhausted.
    public init(_ chunks: FileChunks) throws(TrackFormatError) {
        self.chunks = chunks
        parser = GPXParser()
        feed = GPXFeed(stream: try .of(chunks, handler: parser), parser: parser, name: chunks.name)
        parser.stream = feed.stream
    }

    /// The first 100 warnings about skipped points and values.
    public var warnings: [TrackWarning] { parser.warnings.first }

    /// The number of points and values skipped.
    public var warningCount: Int { parser.warnings.count }

    /// The metadata of tracks and routes that come after their points, which GPX does not allow.
    public var lateMetadata: [Int: TrackMetadata] { parser.lateMetadata }

    /// Whether ``next()`` returns an element without reading more input, which may block.
    public var hasBufferedElements: Bool { position < ready.count }

    /// Returns the next element; `nil` at the end of the file.
    ///
    /// Points without a valid latitude and longitude are skipped and counted in ``warnings``.
    ///
    /// - Throws: ``TrackFormatError/Code/malformed`` for invalid XML or a file that is not GPX;
    ///   ``TrackFormatError/Code/refused`` for entity declarations; ``TrackFormatError/Code/tooLarge``;
    ///   ``TrackFormatError/Code/unreadable`` when reading fails.
    public func next() throws(TrackFormatError) -> TrackElement? {
        while position == ready.count {
            // Elements before the damage are returned before the error.
            if let failure { throw failure }
            guard !isAtEnd else { return nil }
            position = 0
            ready.removeAll(keepingCapacity: true)
            let chunk = try chunks.next()
            isAtEnd = chunk.isEmpty
            do throws(TrackFormatError) { try feed.parse(chunk) } catch { failure = error }
            parser.takeElements(into: &ready)
        }
        // Moved out, which is cheaper than copying.
        var element = TrackElement.segmentStart
        swap(&element, &ready[position])
        position += 1
        return element
    }
}

/// Feeds a file to the parser, except for plain points, which take a fifth of the time without it.
struct GPXFeed {
    let stream: XMLStream
    let parser: GPXParser
    /// The name of the file in messages.
    let name: String

    /// The maximum number of times that a chunk is split after a point, in case plain points follow.
    ///
    /// The parser rescans what it could not finish with the next bytes, so the number must be bounded.
    private static let mostCuts = 4

    /// Parses the next bytes; none mean the end of the file.
    func parse(_ chunk: ArraySlice<UInt8>) throws(TrackFormatError) {
        guard !chunk.isEmpty else { return try stream.feed(chunk, of: name) }
        var rest = chunk
        var cuts = 0
        while true {
            let count = rest.withUnsafeBufferPointer { parser.takePlainPoints($0) }
            rest = rest.dropFirst(count)
            if rest.isEmpty { return }
            cuts = count > 0 ? 1 : cuts + 1
            guard parser.isInTrack, cuts <= Self.mostCuts, let end = Self.endOfPoint(in: rest) else {
                return try stream.feed(rest, of: name)
            }
            try stream.feed(rest[..<end], of: name)
            rest = rest[end...]
            if rest.isEmpty { return }
        }
    }

    /// Returns the index after the first `trkpt`.
    private static func endOfPoint(in bytes: ArraySlice<UInt8>) -> Int? {
        let tag = Array("</trkpt>".utf8)
        var start = bytes.startIndex
        while let next = bytes[start...].firstIndex(of: UInt8(ascii: "<")) {
            if bytes[next...].starts(with: tag) { return next + tag.count }
            start = next + 1
        }
        return nil
    }
}
