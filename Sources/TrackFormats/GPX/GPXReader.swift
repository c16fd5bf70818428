import XML

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
    ///   - name: What errors call it.
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
        feed = GPXFeed(stream: try .of(chunks.name, handler: parser), parser: parser, name: chunks.name)
        parser.stream = feed.stream
    }

    /// What was passed over, the first 100.
    public var warnings: [TrackWarning] { parser.warnings.first }

    /// How many points or values were passed over.
    public var warningCount: Int { parser.warnings.count }

    /// Whether ``next()`` has an element to give without reading more, which may mean waiting.
    public var hasElementsAtHand: Bool { position < ready.count }

    /// The next element; `nil` at the end of the file.
    ///
    /// Points without a valid latitude and longitude are passed over and counted as ``warnings``.
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
            do throws(TrackFormatError) { try feed.take(chunk) } catch { failure = error }
            parser.takeElements(into: &ready)
        }
        // Moved out, which is cheaper than a copy.
        var element = TrackElement.segmentStart
        swap(&element, &ready[position])
        position += 1
        return element
    }
}
