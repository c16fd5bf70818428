/// An input file of points: finds out what it is.
enum PointFile {
    /// The format that a file's name or, failing that, its beginning tells.
    static func format(path: String, stream: inout ByteStream) throws(ToolError) -> ReverseOptions.InputFormat {
        let name = path.lowercased()
        let endings: [(String, ReverseOptions.InputFormat)] = [
            (".csv", .csv), (".ndjson", .ndjson), (".jsonl", .ndjson), (".geojson", .geojson), (".geojsonl", .geojson),
            (".gpx", .gpx),
        ]
        if let ending = endings.first(where: { name.hasSuffix($0.0) }) { return ending.1 }
        return format(beginning: try stream.beginning())
    }

    /// The format that the first bytes tell.
    static func format(beginning: ArraySlice<UInt8>) -> ReverseOptions.InputFormat {
        var rest = InputText.preview(beginning)
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        rest = rest.drop { $0 <= 0x20 }
        if rest.first == UInt8(ascii: "<") { return .gpx }
        if rest.first == UInt8(ascii: "[") {
            // Pairs of numbers one a line begin with a number, an array of points with an object or a pair.
            let inner = rest.dropFirst().first { $0 > 0x20 }
            return inner.map { "{[]".utf8.contains($0) } ?? true ? .json : .ndjson
        }
        guard rest.first == UInt8(ascii: "{") else { return .csv }
        // Points in lines have no geometry; the line may be longer than what is seen of it.
        let start = String(decoding: rest.prefix(4096), as: UTF8.self)
        let marks = ["\"FeatureCollection\"", "\"Feature\"", "\"geometry\"", "\"coordinates\""]
        return marks.contains { start.contains($0) } ? .geojson : .ndjson
    }
}
