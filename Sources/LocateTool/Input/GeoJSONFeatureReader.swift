/// The features of GeoJSON (RFC 7946) one by one, in constant memory, with the bytes they were written in.
///
/// A feature collection, a single feature and a bare geometry are read; also features one a line or after the record
/// separators of RFC 8142.
struct GeoJSONFeatureReader {
    /// One feature.
    struct Feature: Sendable {
        /// The line it begins on, from 1.
        var line: Int
        /// Its bytes.
        var bytes: [UInt8]
    }

    private var stream: ByteStream
    private let name: String
    private var isInFeatures = false
    private var sawAnything = false

    init(_ stream: ByteStream, name: String) {
        self.stream = stream
        self.name = name
    }

    /// Whether a feature, or its beginning, is there without reading more, which may mean waiting.
    var hasFeatureAtHand: Bool { stream.bytesAtHand.contains { $0 > 0x20 && $0 != UInt8(ascii: ",") } }

    /// The next feature; `nil` at the end.
    ///
    /// - Throws: ``ExitCode/dataError`` where the text is not GeoJSON.
    mutating func next() throws(ToolError) -> Feature? {
        while true {
            try skipSpace()
            guard let byte = try stream.peek() else {
                guard !isInFeatures else { throw wrong("the file ends inside its features") }
                guard sawAnything else { throw wrong("there is no GeoJSON in it") }
                return nil
            }
            if isInFeatures {
                if byte == UInt8(ascii: ",") {
                    _ = try stream.next()
                } else if byte == UInt8(ascii: "]") {
                    _ = try stream.next()
                    isInFeatures = false
                    try skipRestOfCollection()
                } else {
                    return try takeFeature()
                }
            } else {
                guard byte == UInt8(ascii: "{") else { throw wrong("expected a GeoJSON object") }
                sawAnything = true
                if let feature = try openObject() { return feature }
            }
        }
    }

    private func wrong(_ what: String) -> ToolError {
        ToolError(.dataError, "\(name):\(stream.line): \(what); give a FeatureCollection, a Feature or a Point")
    }

    private mutating func skipSpace() throws(ToolError) {
        // 0x1E is RFC 8142's record separator; the others are a byte order mark.
        while let byte = try stream.peek(), byte <= 0x20 || [0xEF, 0xBB, 0xBF].contains(byte) { _ = try stream.next() }
    }

    private mutating func takeFeature() throws(ToolError) -> Feature {
        let line = stream.line
        guard try stream.peek() == UInt8(ascii: "{") else { throw wrong("expected a feature") }
        return Feature(line: line, bytes: try takeValue())
    }

    /// Reads the members of an object up to the features of a collection; any other object is a feature itself.
    private mutating func openObject() throws(ToolError) -> Feature? {
        let line = stream.line
        var bytes: [UInt8] = []
        if let brace = try stream.next() { bytes.append(brace) }
        while true {
            try skipSpace()
            guard let byte = try stream.peek() else { throw wrong("the file ends inside an object") }
            if byte == UInt8(ascii: "}") {
                _ = try stream.next()
                return Feature(line: line, bytes: bytes + [byte])
            }
            if byte == UInt8(ascii: ",") {
                _ = try stream.next()
                bytes.append(byte)
                continue
            }
            guard byte == UInt8(ascii: "\"") else { throw wrong("expected the name of a member") }
            let key = try takeValue()
            try skipSpace()
            guard try stream.next() == UInt8(ascii: ":") else { throw wrong("expected a colon") }
            try skipSpace()
            if JSONSlices.string(key[...]) == "features", try stream.peek() == UInt8(ascii: "[") {
                _ = try stream.next()
                isInFeatures = true
                return nil
            }
            bytes += key + [UInt8(ascii: ":")]
            bytes += try takeValue()
        }
    }

    /// Passes over the members behind the features.
    private mutating func skipRestOfCollection() throws(ToolError) {
        while true {
            try skipSpace()
            guard let byte = try stream.peek() else { throw wrong("the file ends inside the collection") }
            if byte == UInt8(ascii: "}") {
                _ = try stream.next()
                return
            }
            if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
                _ = try stream.next()
            } else {
                _ = try takeValue()
            }
        }
    }

    /// The bytes of one value: brackets are counted, strings are passed over.
    private mutating func takeValue() throws(ToolError) -> [UInt8] {
        var bytes: [UInt8] = []
        var depth = 0
        var isQuoted = false
        while let byte = try stream.peek() {
            if !isQuoted, depth == 0, !bytes.isEmpty, byte <= 0x20 || ",:]}".utf8.contains(byte) { return bytes }
            _ = try stream.next()
            guard bytes.count < 1 << 26 else { throw wrong("a feature is longer than 64 MiB") }
            bytes.append(byte)
            if isQuoted {
                if byte == UInt8(ascii: "\\") {
                    if let escaped = try stream.next() { bytes.append(escaped) }
                } else if byte == UInt8(ascii: "\"") {
                    isQuoted = false
                    if depth == 0 { return bytes }
                }
            } else if byte == UInt8(ascii: "\"") {
                isQuoted = true
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                depth += 1
            } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                depth -= 1
                if depth == 0 { return bytes }
                guard depth > 0 else { throw wrong("a bracket closes that never opened") }
            }
        }
        guard depth == 0, !isQuoted, !bytes.isEmpty else { throw wrong("the file ends inside a value") }
        return bytes
    }
}
