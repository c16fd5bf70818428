import LKFormats

/// Reads a GPX 1.0 or 1.1 file of any size, element by element, in constant memory.
///
/// ```swift
/// let reader = try GPXReader(path: "walk.gpx")
/// while let element = try reader.next() { print(element) }
/// ```
///
/// Source: GPX 1.1 schema (topografix.com/GPX/1/1), GPX 1.0 manual, Garmin's TrackPointExtension v1 and v2. Elements
/// are recognized by their local names in any namespace; unknown ones are kept as ``TrackPoint/Extension``. See
/// `Docs/Formats/GPX.md`.
package final class GPXReader: TrackReading {
    private let chunks: FileChunks
    private var parser: GPXParser
    private var feed: GPXFeed
    /// Where to resume after damage; `nil` unless the file is to be salvaged.
    private var resumption: GPXResumption?
    private var ready: [TrackElement] = []
    private var position = 0
    private var isAtEnd = false
    private var failure: TrackFormatError?

    /// Opens a file.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable`` when the file cannot be opened.
    package convenience init(path: String) throws(TrackFormatError) { try self.init(FileChunks(path: path)) }

    /// Reads from an open descriptor, which the caller closes.
    ///
    /// - Parameters:
    ///   - fileDescriptor: A file or a pipe.
    ///   - name: Its name in messages.
    /// - Throws: ``TrackFormatError/Code/unreadable`` when memory is exhausted.
    package convenience init(fileDescriptor: Int32, name: String) throws(TrackFormatError) {
        try self.init(FileChunks(fileDescriptor: fileDescriptor, name: name))
    }

    /// Reads a file in chunks.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable`` when memory is exhausted.
    package init(_ chunks: FileChunks) throws(TrackFormatError) {
        self.chunks = chunks
        parser = GPXParser(isSalvaging: chunks.isSalvaged)
        feed = GPXFeed(stream: try .of(chunks, handler: parser), parser: parser, name: chunks.name)
        if chunks.isSalvaged { resumption = GPXResumption(chunks.bytesAhead) }
        parser.stream = feed.stream
    }

    /// The first 100 warnings about skipped points and values.
    package var warnings: [TrackWarnings.Warning] { parser.warnings.first }

    /// The number of points and values skipped.
    package var warningCount: Int { parser.warnings.count }

    /// The metadata of tracks and routes that come after their points, which GPX does not allow.
    package var lateMetadata: [Int: TrackMetadata] { parser.lateMetadata }

    /// Whether ``next()`` returns an element without reading more input, which may block.
    package var hasBufferedElements: Bool { position < ready.count }

    /// Returns the next element; `nil` at the end of the file.
    ///
    /// Points without a valid latitude and longitude are skipped and counted in ``warnings``.
    ///
    /// - Throws: ``TrackFormatError/Code/malformed`` for invalid XML or a file that is not GPX;
    ///   ``TrackFormatError/Code/refused`` for entity declarations; ``TrackFormatError/Code/tooLarge``;
    ///   ``TrackFormatError/Code/unreadable`` when reading fails.
    package func next() throws(TrackFormatError) -> TrackElement? {
        while position == ready.count {
            // Elements before the damage are returned before the error.
            if let failure { throw failure }
            guard !isAtEnd else { return nil }
            position = 0
            ready.removeAll(keepingCapacity: true)
            let chunk = try chunks.next()
            isAtEnd = chunk.isEmpty
            do throws(TrackFormatError) { try parse(chunk) } catch { failure = error }
            parser.takeElements(into: &ready)
        }
        // Moved out, which is cheaper than copying.
        var element = TrackElement.segmentStart
        swap(&element, &ready[position])
        position += 1
        return element
    }

    /// Parses the next bytes; resumes after any damage if the file is to be salvaged.
    private func parse(_ chunk: ArraySlice<UInt8>) throws(TrackFormatError) {
        var rest = chunk
        if resumption?.damage != nil, try !resume(&rest, isAtEnd: chunk.isEmpty) { return }
        while true {
            let damage: TrackFormatError
            do throws(TrackFormatError) { return try feed.parse(&rest) } catch { damage = error }
            guard let resumption, damage.code == .malformed, !rest.isEmpty,
                resumption.count < GPXResumption.maximumCount
            else { throw damage }
            self.resumption?.begin(damage, line: parser.stream?.line ?? 0)
            // At least by a byte, so that the same tag is not found again.
            rest = rest.dropFirst(max(1, feed.stream.stopOffset))
            if try !resume(&rest, isAtEnd: false) { return }
        }
    }

    /// Resumes after damage with another parser; returns `false` if the bytes contain no place to resume at.
    private func resume(_ rest: inout ArraySlice<UInt8>, isAtEnd: Bool) throws(TrackFormatError) -> Bool {
        guard let damage = resumption?.damage else { return true }
        guard let place = resumption?.place(in: rest), let resumption else {
            if isAtEnd { throw damage }
            return false
        }
        let next = GPXParser(isSalvaging: true)
        let stream = try XMLStream.of(chunks, handler: next)
        next.stream = stream
        try stream.feed(place.beginning[...], of: chunks.name)
        stream.skip(lines: resumption.line - 1 - resumption.prologLines)
        next.resume(after: parser)
        let prefix = "\(chunks.name):\(resumption.damageLine): "
        let reason = damage.message.hasPrefix(prefix) ? String(damage.message.dropFirst(prefix.count)) : damage.message
        next.warn("\(reason); what follows is lost up to line \(resumption.line)", resumption.damageLine)
        parser = next
        feed = GPXFeed(stream: stream, parser: next, name: chunks.name)
        rest = place.rest
        return true
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
    private static let maximumCuts = 4

    /// Parses the next bytes; none mean the end of the file.
    ///
    /// - Parameter rest: The bytes; if an error is thrown, from the beginning of those in which the parser has stopped.
    /// - Throws: As ``GPXReader/next()``.
    func parse(_ rest: inout ArraySlice<UInt8>) throws(TrackFormatError) {
        guard !rest.isEmpty else { return try stream.feed(rest, of: name) }
        var cuts = 0
        while true {
            let count = rest.withUnsafeBufferPointer { parser.takePlainPoints($0) }
            rest = rest.dropFirst(count)
            if rest.isEmpty { return }
            cuts = count > 0 ? 1 : cuts + 1
            guard parser.isInTrack, cuts <= Self.maximumCuts, let end = Self.endOfPoint(in: rest) else {
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
