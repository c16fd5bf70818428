package import Formats

/// The tokens of a file of GeoJSON: those of JSON, with errors that name file and line.
package struct GeoJSONTokens {
    private var tokens: JSONTokenizer
    private let name: String

    /// Reads a file that is given piece by piece.
    package init(_ chunks: FileChunks) {
        name = chunks.name
        tokens = JSONTokenizer { () throws(JSONFailure) in
            do throws(TrackFormatError) { return try chunks.next() } catch { throw JSONFailure(reading: error) }
        }
    }

    /// The text of the key, string or number just read, with escapes resolved.
    package var text: [UInt8] { tokens.text }
    /// The current line, counted from 1.
    package var line: Int { tokens.line }
    /// How many objects and arrays are open.
    package var depth: Int { tokens.depth }
    /// Whether there are bytes that have been read and not understood yet.
    var hasBytesAtHand: Bool { tokens.hasBytesAtHand }
    /// The line of the first text that is not valid UTF-8.
    package var repairedLine: Int? {
        get { tokens.repairedLine }
        set { tokens.repairedLine = newValue }
    }

    /// The next token; ``JSONTokenizer/Token/end`` at the end of the file.
    ///
    /// - Throws: ``TrackFormatError/Code/malformed``, ``TrackFormatError/Code/tooLarge``, ``TrackFormatError/Code/unreadable``.
    package mutating func next() throws(TrackFormatError) -> JSONTokenizer.Token {
        do throws(JSONFailure) { return try tokens.next() } catch { throw located(error) }
    }

    /// Passes over the value that comes next, or the rest of the one whose first token this was.
    ///
    /// - Throws: As ``next()``.
    package mutating func skip(_ token: JSONTokenizer.Token? = nil) throws(TrackFormatError) {
        do throws(JSONFailure) { try tokens.skip(token) } catch { throw located(error) }
    }

    /// The error at the current position.
    package func failure(_ code: TrackFormatError.Code, _ what: String) -> TrackFormatError {
        TrackFormatError(code: code, message: "\(name):\(line): \(what)")
    }

    private func located(_ failure: JSONFailure) -> TrackFormatError {
        switch failure.kind {
        case .malformed: self.failure(.malformed, "\(failure.reason): this is not JSON")
        case .tooDeep: self.failure(.tooLarge, "\(failure.reason): no GeoJSON needs this")
        case .tooLong: self.failure(.tooLarge, failure.reason)
        case .unreadable:
            failure.underlying as? TrackFormatError
                ?? TrackFormatError(code: .unreadable, message: "\(name) cannot be read")
        }
    }
}

/// The coordinate reference system that GeoJSON of 2008 may name; for RFC 7946 it is always WGS 84.
package enum GeoJSONReferenceSystem {
    /// Whether a name means WGS 84: `urn:ogc:def:crs:OGC:1.3:CRS84`, `EPSG:4326`.
    package static func isWGS84(_ name: String) -> Bool {
        let parts = name.uppercased().split { ":/#".contains($0) }
        guard let code = parts.last else { return false }
        if ["CRS84", "CRS84H", "WGS84", "WGS 84"].contains(code) { return true }
        return ["4326", "4979"].contains(code) && (parts.count == 1 || parts.contains { $0.hasPrefix("EPSG") })
    }

    /// The message about another one.
    package static func refusal(_ name: String) -> String {
        let what = name.isEmpty ? "a reference system without a name" : String(name.prefix(80))
        return "its coordinates are in \(what) (the member \"crs\"), and are read in WGS 84 alone; convert it, as with "
            + "ogr2ogr -t_srs EPSG:4326"
    }

    /// Reads the value of the member `crs`.
    ///
    /// - Throws: ``TrackFormatError/Code/refused`` for any but WGS 84, whose coordinates would be misinterpreted.
    package static func check(_ tokens: inout GeoJSONTokens) throws(TrackFormatError) {
        let outside = tokens.depth
        guard try tokens.next() != .null else { return }
        var name = ""
        while tokens.depth > outside {
            guard case .key = try tokens.next(), ["name", "code", "href"].contains(tokens.text.span.string) else {
                continue
            }
            let value = try tokens.next()
            if value == .string || value == .number { name = tokens.text.span.string }
        }
        guard isWGS84(name) else { throw tokens.failure(.refused, refusal(name)) }
    }
}
