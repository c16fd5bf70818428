/// The features of GeoJSON (RFC 7946) one by one, in constant memory, with the bytes they were written in.
///
/// A feature collection, a single feature and a bare geometry are read; also features one a line or after the record
/// separators of RFC 8142.
struct GeoJSONFeatureReader {
    /// One feature.
    typealias Feature = JSONValueStream.Value

    private var values: JSONValueStream
    private var isInFeatures = false
    private var sawAnything = false

    init(_ stream: ByteStream, name: String) {
        values = JSONValueStream(
            stream, name: name, advice: "give a FeatureCollection, a Feature or a Point")
    }

    /// Whether a feature, or its beginning, is there without reading more, which may mean waiting.
    var hasFeatureAtHand: Bool { values.hasValueAtHand }

    /// The next feature; `nil` at the end.
    ///
    /// - Throws: ``ExitCode/dataError`` where the text is not GeoJSON.
    mutating func next() throws(ToolError) -> Feature? {
        while true {
            try values.skipSpace()
            guard let byte = try values.peek() else {
                guard !isInFeatures else { throw values.wrong("the file ends inside its features") }
                guard sawAnything else { throw values.wrong("there is no GeoJSON in it") }
                return nil
            }
            if isInFeatures {
                if byte == UInt8(ascii: ",") {
                    _ = try values.next()
                } else if byte == UInt8(ascii: "]") {
                    _ = try values.next()
                    isInFeatures = false
                    try skipRestOfCollection()
                } else {
                    return try takeFeature()
                }
            } else {
                guard byte == UInt8(ascii: "{") else { throw values.wrong("expected a GeoJSON object") }
                sawAnything = true
                if let feature = try openObject() { return feature }
            }
        }
    }

    private mutating func takeFeature() throws(ToolError) -> Feature {
        let line = values.line
        guard try values.peek() == UInt8(ascii: "{") else { throw values.wrong("expected a feature") }
        return Feature(line: line, bytes: try values.takeValue())
    }

    /// Reads the members of an object up to the features of a collection; any other object is a feature itself.
    private mutating func openObject() throws(ToolError) -> Feature? {
        let line = values.line
        var bytes: [UInt8] = []
        if let brace = try values.next() { bytes.append(brace) }
        while true {
            try values.skipSpace()
            guard let byte = try values.peek() else { throw values.wrong("the file ends inside an object") }
            if byte == UInt8(ascii: "}") {
                _ = try values.next()
                return Feature(line: line, bytes: bytes + [byte])
            }
            if byte == UInt8(ascii: ",") {
                _ = try values.next()
                bytes.append(byte)
                continue
            }
            guard byte == UInt8(ascii: "\"") else { throw values.wrong("expected the name of a member") }
            let key = try values.takeValue()
            try values.skipSpace()
            guard try values.next() == UInt8(ascii: ":") else { throw values.wrong("expected a colon") }
            try values.skipSpace()
            if JSONSlices.string(key[...]) == "features", try values.peek() == UInt8(ascii: "[") {
                _ = try values.next()
                isInFeatures = true
                return nil
            }
            bytes += key + [UInt8(ascii: ":")]
            bytes += try values.takeValue()
        }
    }

    /// Passes over the members behind the features.
    private mutating func skipRestOfCollection() throws(ToolError) {
        while true {
            try values.skipSpace()
            guard let byte = try values.peek() else { throw values.wrong("the file ends inside the collection") }
            if byte == UInt8(ascii: "}") {
                _ = try values.next()
                return
            }
            if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
                _ = try values.next()
            } else {
                _ = try values.takeValue()
            }
        }
    }
}
