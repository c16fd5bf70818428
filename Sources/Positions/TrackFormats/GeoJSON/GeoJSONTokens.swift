package import LKFormats

/// The JSON tokens of a GeoJSON file, with errors that name file and line.
package struct GeoJSONTokens {
    private var tokens: JSONTokenizer
    private let name: String

    /// Reads a file in chunks.
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
    /// The number of open objects and arrays.
    package var depth: Int { tokens.depth }
    /// Whether some of the bytes that were read have not been consumed yet.
    var hasBufferedBytes: Bool { tokens.hasBufferedBytes }
    /// The line of the first text that is not valid UTF-8.
    package var repairedLine: Int? {
        get { tokens.repairedLine }
        set { tokens.repairedLine = newValue }
    }

    /// Returns the next token; ``JSONTokenizer/Token/end`` at the end of the file.
    ///
    /// - Throws: ``TrackFormatError/Code/malformed``, ``TrackFormatError/Code/tooLarge``, ``TrackFormatError/Code/unreadable``.
    package mutating func next() throws(TrackFormatError) -> JSONTokenizer.Token {
        do throws(JSONFailure) { return try tokens.next() } catch { throw located(error) }
    }

    /// Skips the next value, or the rest of the one that starts with `token`.
    ///
    /// - Throws: The errors of ``next()``.
    package mutating func skip(_ token: JSONTokenizer.Token? = nil) throws(TrackFormatError) {
        do throws(JSONFailure) { try tokens.skip(token) } catch { throw located(error) }
    }

    /// Returns the error at the current position.
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

/// The coordinate reference system that GeoJSON of 2008 may name; in RFC 7946 it is always WGS 84.
package enum GeoJSONReferenceSystem {
    /// Returns whether a name means WGS 84: `urn:ogc:def:crs:OGC:1.3:CRS84`, `EPSG:4326`.
    package static func isWGS84(_ name: String) -> Bool {
        let parts = name.uppercased().split { ":/#".contains($0) }
        guard let code = parts.last else { return false }
        if ["CRS84", "CRS84H", "WGS84", "WGS 84"].contains(code) { return true }
        return ["4326", "4979"].contains(code) && (parts.count == 1 || parts.contains { $0.hasPrefix("EPSG") })
    }

    /// Returns the error message for another reference system.
    package static func refusal(_ name: String) -> String {
        let what = name.isEmpty ? "a reference system without a name" : String(name.prefix(80))
        return "its coordinates are in \(what) (the member \"crs\"), and are read in WGS 84 alone; convert it, as with "
            + "ogr2ogr -t_srs EPSG:4326"
    }

    /// Reads the value of the member `crs`.
    ///
    /// - Throws: ``TrackFormatError/Code/refused`` for any other system, whose coordinates would be misinterpreted.
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
