import Formats

/// Reads a GPX 1.0 or 1.1 file of any size, element by element, in constant memory.
///
/// ```swift
/// let reader = try GPXReader(path: "walk.gpx")
/// while let element = try reader.next() { print(element) }
/// ```
///
/// Source: GPX 1.1 schema (topografix.com/GPX/1/1), GPX 1.0 manual, Garmin's TrackPointExtension v1 and v2. Elements are
/// recognised by their names in whatever namespace; what is not understood is kept as ``TrackExtension``. See
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
    /// - Throws: ``TrackFormatError/Code/unreadable`` when there is no memory.
    public convenience init(fileDescriptor: Int32, name: String) throws(TrackFormatError) {
        try self.init(FileChunks(fileDescriptor: fileDescriptor, name: name))
    }

    /// Reads a file that is given piece by piece.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable`` when there is no memory.
    public init(_ chunks: FileChunks) throws(TrackFormatError) {
        self.chunks = chunks
        parser = GPXParser()
        feed = GPXFeed(stream: try .of(chunks, handler: parser), parser: parser, name: chunks.name)
        parser.stream = feed.stream
    }

    /// What was skipped, the first 100.
    public var warnings: [TrackWarning] { parser.warnings.first }

    /// How many points or values were skipped.
    public var warningCount: Int { parser.warnings.count }

    /// Whether ``next()`` has an element to give without reading more, which may mean waiting.
    public var hasElementsAtHand: Bool { position < ready.count }

    /// The next element; `nil` at the end of the file.
    ///
    /// Points without a valid latitude and longitude are skipped and counted as ``warnings``.
    /// - Throws: ``TrackFormatError/Code/malformed`` for XML that is none, or not GPX; ``TrackFormatError/Code/refused`` for
    ///   entity declarations; ``TrackFormatError/Code/tooLarge``; ``TrackFormatError/Code/unreadable`` when reading fails.
    public func next() throws(TrackFormatError) -> TrackElement? {
        while position == ready.count {
            // What came before a damage is handed out before the error.
            if let failure { throw failure }
            guard !isAtEnd else { return nil }
            position = 0
            ready.removeAll(keepingCapacity: true)
            let chunk = try chunks.next()
            isAtEnd = chunk.isEmpty
            do throws(TrackFormatError) { try feed.parse(chunk) } catch { failure = error }
            parser.takeElements(into: &ready)
        }
        // Moved out, which is cheaper than a copy.
        var element = TrackElement.segmentStart
        swap(&element, &ready[position])
        position += 1
        return element
    }
}

/// Gives a file's bytes to the parser, but for the plain points among them, which cost a fifth of the time without it.
struct GPXFeed {
    let stream: XMLStream
    let parser: GPXParser
    /// The name of the file in messages.
    let name: String

    /// So often a piece of the file is cut where a point ends, in the hope of plain points after it.
    ///
    /// What the parser cannot finish it reads again with the next bytes, so that hope must have an end.
    private static let mostCuts = 4

    /// Takes the next bytes; none mean the end of the file.
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

    /// Where the first `trkpt` ends.
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
