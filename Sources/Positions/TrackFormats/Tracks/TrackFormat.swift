import LKFormats

/// A file format for tracks that can be read, and written unless it is read-only.
///
/// `CONTRIBUTING.md` explains how to add one.
public enum TrackFormat: String, CaseIterable, Sendable {
    /// GPX 1.1; 1.0 is read as well.
    case gpx
    /// GeoJSON (RFC 7946).
    case geojson
    /// KML 2.2 with Google's `gx:Track`.
    case kml
    /// Comma-separated values with a header.
    case csv
    /// NMEA 0183.
    case nmea

    /// The properties of a format, all in one place.
    struct Traits {
        /// The name for users.
        let title: String
        /// File name extensions used only by this format.
        let extensions: [String]
        /// File name extensions also used by other kinds of files.
        var sharedExtensions: [String] = []
        /// A name near the beginning that only this XML format has: that of the root element.
        var rootElement: StaticString?
        /// How the files that the writer makes begin; `nil` for a format that has no place for a mark.
        var mark: String?
        /// Makes a reader.
        let read: (FileChunks) throws(TrackFormatError) -> any TrackReading
        /// Makes a writer; `nil` for a format that is only read.
        var write: ((TrackSink) -> any TrackWriting)?

        /// Returns a writer of the format.
        ///
        /// - Throws: ``TrackFormatError/Code/readOnly``.
        func writer(to sink: TrackSink) throws(TrackFormatError) -> any TrackWriting {
            if let write { return write(sink) }
            let others = TrackFormat.writable.map(\.title).joined(separator: ", ")
            throw TrackFormatError(
                code: .readOnly, message: "\(title) is read but not written", advice: "choose one of \(others)")
        }
    }

    private var traits: Traits {
        switch self {
        case .gpx:
            Traits(
                title: "GPX", extensions: ["gpx"], rootElement: "gpx", mark: GPXWriter.mark,
                read: { chunks throws(TrackFormatError) in try GPXReader(chunks) }, write: { GPXWriter(to: $0) })
        case .geojson:
            Traits(
                title: "GeoJSON", extensions: ["geojson", "geojsonl", "ndjson"], sharedExtensions: ["json"],
                mark: TrackGeoJSONWriter.mark, read: { TrackGeoJSONReader($0) }, write: { TrackGeoJSONWriter(to: $0) })
        case .kml:
            Traits(
                title: "KML", extensions: ["kml"], rootElement: "kml", mark: ProgramMark.xmlProlog + "<kml",
                read: { chunks throws(TrackFormatError) in try KMLReader(chunks) }, write: { KMLWriter(to: $0) })
        case .csv:
            Traits(
                title: "CSV", extensions: ["csv", "tsv"], read: { TrackCSVReader($0) },
                write: { TrackCSVWriter(to: $0) })
        case .nmea:
            Traits(
                title: "NMEA", extensions: ["nmea", "nma"], sharedExtensions: ["txt", "log"],
                read: { NMEATrackReader($0) }, write: { NMEATrackWriter(to: $0) })
        }
    }

    /// The formats that can be written, in the order of their declaration.
    public static var writable: [TrackFormat] { allCases.filter { $0.traits.write != nil } }

    /// The name for users: `GeoJSON`.
    public var title: String { traits.title }

    /// Whether files in this format have a place for the mark of the program that made them.
    package var carriesMark: Bool { traits.mark != nil }

    /// Returns whether LocationKit made a file in this format that begins with these bytes.
    package func isMarked(_ beginning: [UInt8]) -> Bool {
        traits.mark.map { beginning.starts(with: $0.utf8) } ?? false
    }

    /// Whether it is XML, which declares its own encoding.
    package var isXML: Bool { traits.rootElement != nil }

    /// Creates the format for a file name extension; returns `nil` for unknown ones.
    ///
    /// - Parameter fileExtension: The extension without the point, ignoring case: `gpx`, `json`, `nmea`, `log`.
    public init?(fileExtension: String) {
        let name = fileExtension.lowercased()
        let found = Self.allCases.first { ($0.traits.extensions + $0.traits.sharedExtensions).contains(name) }
        guard let found else { return nil }
        self = found
    }

    /// Creates the format for an extension that no other kind of file uses: not for `json`, `txt` and `log`.
    package init?(unsharedExtension fileExtension: String) {
        let name = fileExtension.lowercased()
        guard let found = Self.allCases.first(where: { $0.traits.extensions.contains(name) }) else { return nil }
        self = found
    }

    /// Creates the format that the beginning of a file has; returns `nil` if there is no match.
    ///
    /// - Parameter beginning: The first kilobytes.
    package init?(beginning: some Sequence<UInt8>) {
        var text = Array(beginning.prefix(64 * 1024))
        if ForeignFile(beginning: text) != nil { return nil }
        // UTF-16: the patterns below are ASCII.
        if Self.isUTF16(text) {
            let hasMark = text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE])
            text = text.dropFirst(hasMark ? 2 : 0).filter { $0 != 0 }
        }
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
        switch text.first(where: { $0 > 0x20 }) {
        case UInt8(ascii: "<"):
            let places = Self.allCases.compactMap { format in
                format.traits.rootElement.flatMap { Self.place(of: $0, in: text) }.map { (place: $0, format: format) }
            }
            // The GPX reader reports other kinds of XML.
            self = places.min { $0.place < $1.place }?.format ?? .gpx
        case UInt8(ascii: "{"), 0x1E: self = .geojson
        case UInt8(ascii: "$"), UInt8(ascii: "!"): self = .nmea
        case nil: return nil
        default:
            let lines = text.split(whereSeparator: { $0 == 10 || $0 == 13 })
            if lines.contains(where: NMEASentence.isLikely) {
                self = .nmea
            } else if let first = lines.first, TrackCSVHeader.isHeader(Array(first)) {
                self = .csv
            } else if lines.contains(where: Self.hasQuotedSentence) {
                // A table with sentences in a column, such as OpenCPN's VDR.
                self = .nmea
            } else {
                return nil
            }
        }
    }

    /// Returns whether a line has a sentence of NMEA in quotation marks.
    private static func hasQuotedSentence(_ line: ArraySlice<UInt8>) -> Bool {
        let mark = Array("\"$".utf8)
        guard let start = line.indices.first(where: { line[$0...].starts(with: mark) }) else { return false }
        return NMEASentence.isLikely(line[(start + 1)...])
    }

    /// Returns whether a text begins with a UTF-16 byte order mark or an ASCII letter in UTF-16.
    private static func isUTF16(_ text: some Collection<UInt8>) -> Bool {
        let head = Array(text.prefix(2))
        guard head.count == 2 else { return false }
        return head == [0xFE, 0xFF] || head == [0xFF, 0xFE] || (head[0] == 0) != (head[1] == 0)
    }

    /// Returns the index of an ASCII name in the beginning of a file.
    private static func place(of name: StaticString, in text: [UInt8]) -> Int? {
        let count = name.utf8CodeUnitCount
        return (0..<max(0, min(text.count, 8192) - count + 1)).first { index in
            (0..<count).allSatisfy { text[index + $0] == name.utf8Start[$0] }
        }
    }

    /// Opens a file; detects the format from its content, or else from its name.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable``, and ``TrackFormatError/Code/unrecognized`` when the format is
    ///   not supported.
    package static func reader(path: String) throws(TrackFormatError) -> any TrackReading {
        try reader(detecting: try FileChunks(path: path))
    }

    /// Reads a file in chunks; detects the format from its content, or else from its name.
    ///
    /// - Parameters:
    ///   - chunks: The file, at its beginning.
    ///   - hints: What the file does not say itself.
    /// - Returns: A reader.
    /// - Throws: As ``detect(_:hints:)``.
    package static func reader(
        detecting chunks: FileChunks, hints: TrackFormat.Hints = TrackFormat.Hints()
    ) throws(TrackFormatError) -> any TrackReading {
        try detect(chunks, hints: hints).reader(chunks)
    }

    /// Detects the format of a file from its content, or else from its name, and prepares its chunks for the format's reader.
    ///
    /// - Parameters:
    ///   - chunks: The file, at its beginning.
    ///   - hints: What the file does not say itself.
    /// - Returns: The format.
    /// - Throws: ``TrackFormatError/Code/unreadable``, ``TrackFormatError/Code/unrecognized`` when the format is not supported, and
    ///   ``TrackFormatError/Code/inapplicable`` for hints about another format.
    package static func detect(
        _ chunks: FileChunks, hints: TrackFormat.Hints = TrackFormat.Hints()
    ) throws(TrackFormatError) -> TrackFormat {
        chunks.hints = hints
        let path = chunks.name
        let file = path.split(separator: "/").last ?? ""
        let named = file.lastIndex(of: ".").flatMap {
            TrackFormat(fileExtension: String(file[file.index(after: $0)...]))
        }
        let beginning = try chunks.beginning(of: 64 * 1024)
        if let foreign = ForeignFile(beginning: beginning) {
            throw TrackFormatError(code: .unrecognized, message: "\(path) is \(foreign.title); \(foreign.advice)")
        }
        let isText = isUTF16(beginning) || !ForeignFile.isBinary(beginning)
        // Only CSV has columns, under whatever names.
        let meant = hints.columns.isEmpty ? named : .csv
        let found = TrackFormat(beginning: beginning) ?? (isText ? meant : nil)
        // XML declares its own encoding, and its parser decodes it.
        if isUTF16(beginning), found?.isXML != true, !chunks.decodeUTF16() {
            throw TrackFormatError(
                code: .unrecognized, message: "\(path) looks like UTF-16 without a byte order mark; save it in UTF-8")
        }
        guard let format = found else {
            throw TrackFormatError(
                code: .unrecognized,
                message: beginning.isEmpty
                    ? "\(path) is empty"
                    : "\(path) is in no format that is read here: \(allCases.map(\.title).joined(separator: ", ")); "
                        + "CSV needs a header")
        }
        if !hints.columns.isEmpty, format != .csv {
            throw TrackFormatError(
                code: .inapplicable, message: "\(path) is \(format.title), whose values have no columns to be named")
        }
        if hints.startDate != nil, format != .nmea {
            throw TrackFormatError(
                code: .inapplicable, message: "\(path) is \(format.title), where each point states its own date")
        }
        return format
    }

    /// Returns a reader of this format.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable`` when there is no memory.
    package func reader(_ chunks: FileChunks) throws(TrackFormatError) -> any TrackReading { try traits.read(chunks) }

    /// Returns a writer of this format.
    ///
    /// - Throws: ``TrackFormatError/Code/readOnly`` for a format that is only read.
    package func writer(to sink: TrackSink) throws(TrackFormatError) -> any TrackWriting {
        try traits.writer(to: sink)
    }
}

/// Reads a track file of any size, element by element, in constant memory.
///
/// ```swift
/// let reader = try TrackFormat.reader(path: "walk.gpx")
/// while let element = try reader.next() {
///     if case .point(let point) = element { print(point.location.coordinate) }
/// }
/// ```
package protocol TrackReading: AnyObject {
    /// Returns the next element; `nil` at the end of the file.
    ///
    /// Invalid points are skipped and counted in ``warnings``. Elements before a damaged part are returned before the
    /// error.
    ///
    /// - Throws: ``TrackFormatError``; again on every further call.
    func next() throws(TrackFormatError) -> TrackElement?

    /// Whether ``next()`` returns an element without reading more input, which may block.
    var hasBufferedElements: Bool { get }

    /// The first 100 warnings about skipped points and values.
    var warnings: [TrackWarnings.Warning] { get }

    /// The number of points and values skipped.
    var warningCount: Int { get }

    /// Remarks about the file as a whole that are no loss: which of two receivers is read, that times are unknown.
    ///
    /// They are complete at the end of the file.
    var notes: [TrackWarnings.Note] { get }

    /// The names and other metadata of tracks and routes that come after their points, by the number of tracks and routes
    /// before them.
    ///
    /// They are complete at the end of the file.
    var lateMetadata: [Int: TrackMetadata] { get }
}

extension TrackReading {
    /// No late metadata.
    package var lateMetadata: [Int: TrackMetadata] { [:] }

    /// No remarks.
    package var notes: [TrackWarnings.Note] { [] }
}

/// A reader that passes on or changes the elements of another one, whose warnings it has.
package protocol TrackReadingWrapper: TrackReading {
    var reader: any TrackReading { get }
}

extension TrackReadingWrapper {
    package var hasBufferedElements: Bool { reader.hasBufferedElements }
    package var warnings: [TrackWarnings.Warning] { reader.warnings }
    package var warningCount: Int { reader.warningCount }
    package var notes: [TrackWarnings.Note] { reader.notes }
    package var lateMetadata: [Int: TrackMetadata] { reader.lateMetadata }
}

/// Writes a track file, element by element, in constant memory.
///
/// Data that a format cannot express are left out; the tables in `Docs/Formats` list them.
///
/// ```swift
/// let writer = try TrackFormat.gpx.writer(to: sink)
/// try writer.write(.trackStart(TrackMetadata(name: "Sumida")))
/// for location in walk { try writer.write(.point(TrackPoint(location))) }
/// try writer.finish()
/// ```
package protocol TrackWriting: AnyObject {
    /// Writes an element.
    ///
    /// A point without a preceding start begins a nameless track; a track's first point begins its first segment.
    ///
    /// - Throws: ``TrackFormatError/Code/unwritable`` when the bytes cannot be written,
    ///   ``TrackFormatError/Code/misplaced`` for an element that the format requires earlier; see
    ///   ``TrackFormat/passes``.
    func write(_ element: TrackElement) throws(TrackFormatError)

    /// Writes what the end of the file needs and flushes all bytes.
    ///
    /// - Throws: ``TrackFormatError/Code/unwritable``.
    func finish() throws(TrackFormatError)
}
