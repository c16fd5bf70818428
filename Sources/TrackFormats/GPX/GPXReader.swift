public import Geo

/// Reads the points of a GPX 1.0 or 1.1 file of any size, one by one, in constant memory.
///
/// ```swift
/// let reader = try GPXReader(path: "walk.gpx")
/// while let point = try reader.next() { print(point.line, point.location.coordinate) }
/// ```
///
/// Source: GPX 1.1 schema (topografix.com/GPX/1/1), GPX 1.0 manual, Garmin's TrackPointExtension v1 and v2. Elements are
/// recognised by their names in whatever namespace. See `Docs/Formats/GPX.md`.
public final class GPXReader {
    /// A point of the file.
    public struct Point: Sendable, Hashable {
        /// What the point is part of.
        public enum Kind: String, Sendable {
            /// A recorded track.
            case track
            /// A planned route.
            case route
            /// A place of its own.
            case waypoint
        }

        /// What the point is part of.
        public let kind: Kind
        /// Whether a track, segment or route begins here: no line leads from the point before.
        public let startsSegment: Bool
        /// The point's name.
        public let name: String?
        /// The line of the file on which the point begins, counted from 1.
        public let line: Int
        /// The position and what is known of it.
        public let location: Location
    }

    /// Something that was passed over.
    public struct Warning: Sendable, Hashable {
        /// The line of the file, counted from 1.
        public let line: Int
        /// What is wrong there.
        public let message: String
    }

    /// What was passed over, the first 100.
    public var warnings: [Warning] { parser.warnings }

    /// How many points or values were passed over.
    public var warningCount: Int { parser.warningCount }

    /// Whether ``next()`` has a point to give without reading more, which may mean waiting.
    package var hasPointsAtHand: Bool { position < ready.count }

    private let chunks: FileChunks
    private let parser: GPXParser
    private let stream: XMLStream
    private var ready: [Point] = []
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

    private init(_ chunks: FileChunks) throws(TrackFormatError) {
        self.chunks = chunks
        parser = GPXParser()
        stream = try XMLStream(name: chunks.name, handler: parser)
        parser.stream = stream
    }

    /// The next point; `nil` at the end of the file.
    ///
    /// Points without a valid latitude and longitude are passed over and counted as ``warnings``.
    /// - Throws: ``TrackFormatError/Code/malformed`` for XML that is none, or not GPX; ``TrackFormatError/Code/refused`` for
    ///   entity declarations; ``TrackFormatError/Code/tooLarge``; ``TrackFormatError/Code/unreadable`` when reading fails.
    public func next() throws(TrackFormatError) -> Point? {
        while position == ready.count {
            // What came before a damage is handed out before the error.
            if let failure { throw failure }
            guard !isAtEnd else { return nil }
            position = 0
            ready.removeAll(keepingCapacity: true)
            let chunk = try chunks.next()
            isAtEnd = chunk.isEmpty
            do throws(TrackFormatError) { try stream.feed(chunk) } catch { failure = error }
            ready = parser.takePoints()
        }
        defer { position += 1 }
        return ready[position]
    }
}
