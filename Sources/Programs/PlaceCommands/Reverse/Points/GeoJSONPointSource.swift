import LKCommandLine
import LKGeo
import LKTrackFormats

/// Points from GeoJSON features (RFC 7946), where longitude comes first.
struct GeoJSONPointSource: PointSource {
    private var reader: GeoJSONFeatureReader
    private var failure: ToolError?
    private let wantsIdentifier: Bool
    /// The number of features read.
    private var count = 0

    var collection: GeoJSONFeatureReader.Collection { reader.collection }

    /// Bytes in a batch: enough to keep a thread busy, little memory.
    private static let batchSize = 1 << 17

    /// Creates a source of the points of a GeoJSON file.
    ///
    /// - Parameters:
    ///   - stream: The file.
    ///   - name: The file's name in messages.
    ///   - wantsIdentifier: Whether a feature's `id` becomes a property, for forms without another place for it.
    init(_ stream: ByteStream, name: String, wantsIdentifier: Bool = false) {
        reader = GeoJSONFeatureReader(stream, name: name)
        self.wantsIdentifier = wantsIdentifier
    }

    mutating func next() throws(ToolError) -> (any PointBatch)? {
        if let failure { throw failure }
        guard let first = try reader.next() else { return nil }
        let number = count + 1
        var features = [first]
        defer { count += features.count }
        var size = first.bytes.count
        do throws(ToolError) {
            // Features already read are answered before waiting for more. A feature nearly always begins in one chunk and ends in the
            // next, so chunk boundaries do not end the batches of a file.
            while size < Self.batchSize, reader.hasBufferedFeature, let feature = try reader.next() {
                features.append(feature)
                size += feature.bytes.count
            }
        } catch {
            failure = error
        }
        return GeoJSONPointBatch(features: features, number: number, wantsIdentifier: wantsIdentifier)
    }
}

/// Features with one point each.
struct GeoJSONPointBatch: PointBatch {
    let features: [GeoJSONFeatureReader.Feature]
    /// The number of the first feature, from 1.
    let number: Int
    let wantsIdentifier: Bool

    // Parsed members take several times the memory of their text.
    var weight: Int { features.reduce(0) { $0 + 8 * $1.bytes.count } }

    var isCheap: Bool { false }

    func forEach(_ body: (InputPoint) -> Void) {
        for (index, feature) in features.enumerated() {
            var point = point(feature)
            if case .failure = point.position { point.part = "feature \(number + index)" }
            body(point)
        }
    }

    private func point(_ feature: GeoJSONFeatureReader.Feature) -> InputPoint {
        guard let members = JSONSlices.members(of: feature.bytes[...]) else {
            let problem = "it is not a JSON object" + JSONSlices.hint(feature.bytes[...])
            return .unreadable(feature.bytes[...], feature.line, problem)
        }
        if let name = JSONSlices.repeatedName(in: feature.bytes[...]) {
            return .unreadable(feature.bytes[...], feature.line, InputColumns.repeated(name, "members"))
        }
        var position = Result<Coordinate, CoordinateText.Problem>.failure(.init(text: "it has no geometry"))
        var kept: [InputMember] = []
        if let geometry = members.first(where: { $0.key == "geometry" })?.value {
            position = Self.position(geometry)
            kept = members.filter { !["type", "properties"].contains($0.key) }.map(InputMember.init)
        } else if members.contains(where: { $0.key == "coordinates" }) {
            // A bare geometry becomes a feature.
            position = Self.position(feature.bytes[...])
            kept = [InputMember(.init(key: "geometry", value: feature.bytes[...]))]
        }
        if let crs = members.first(where: { $0.key == "crs" })?.value,
            let problem = GeoJSONFeatureReader.problem(ofReferenceSystem: crs)
        {
            position = .failure(.init(text: problem))
        }
        let properties = members.first { $0.key == "properties" }.flatMap { JSONSlices.members(of: $0.value) }
        var own = (properties ?? []).map(InputMember.init)
        if wantsIdentifier, let id = members.first(where: { $0.key == "id" }),
            !own.contains(where: { $0.key == id.key })
        {
            own.insert(InputMember(id), at: 0)
        }
        return InputPoint(line: feature.line, position: position, members: own, feature: kept)
    }

    private static func position(_ geometry: ArraySlice<UInt8>) -> Result<Coordinate, CoordinateText.Problem> {
        guard let members = JSONSlices.members(of: geometry) else {
            return .failure(.init(text: "its geometry is not an object"))
        }
        let type = members.first { $0.key == "type" }.flatMap { JSONSlices.string($0.value) } ?? "unknown"
        guard type == "Point" else { return .failure(.init(text: "its geometry is \(type) and not a Point")) }
        guard let value = members.first(where: { $0.key == "coordinates" })?.value,
            let numbers = JSONSlices.elements(of: value), numbers.count >= 2
        else { return .failure(.init(text: "its coordinates are not two or more numbers")) }
        func number(_ name: String, _ json: ArraySlice<UInt8>) throws(CoordinateText.Problem) -> Double {
            if let number = JSONSlices.number(json) { return number }
            let text = String(decoding: json.prefix(40), as: UTF8.self)
            throw CoordinateText.Problem(text: "\(name) \(text) is not a number")
        }
        return Result { () throws(CoordinateText.Problem) in
            try CoordinateText.coordinate(
                latitude: number("latitude", numbers[1]), longitude: number("longitude", numbers[0]))
        }
    }
}

/// Reads GeoJSON features (RFC 7946) one by one, in constant memory, and keeps their original bytes.
///
/// Accepts a feature collection, a single feature, a bare geometry, and features one a line or after the record
/// separators of RFC 8142.
struct GeoJSONFeatureReader {
    /// One feature.
    typealias Feature = JSONValueStream.Value

    /// The members of a collection other than its type and features; section 6.1 of the RFC allows any.
    struct Collection: Sendable {
        /// The members before the features.
        var before: [InputMember] = []
        /// The members after the features.
        var behind: [InputMember] = []
    }

    /// The members of the first collection read so far.
    private(set) var collection = Collection()

    private var values: JSONValueStream
    private var isInFeatures = false
    private var sawAnything = false
    private var collections = 0
    /// The member names of the present collection read so far.
    private var names: Set<String> = []

    init(_ stream: ByteStream, name: String) {
        values = JSONValueStream(
            stream, name: name, advice: "give a FeatureCollection, a Feature or a Point")
    }

    /// Whether a feature or its beginning is buffered, so that ``next()`` need not wait for input at once.
    var hasBufferedFeature: Bool { values.hasBufferedValue }

    /// Returns the next feature, or `nil` at the end.
    ///
    /// - Throws: ``ExitCode/dataError`` if the text is not GeoJSON or not in WGS 84.
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
                    try readRestOfCollection()
                } else {
                    return try readFeature()
                }
            } else {
                guard byte == UInt8(ascii: "{") else { throw values.wrong("expected a GeoJSON object") }
                sawAnything = true
                if let feature = try openObject() { return feature }
            }
        }
    }

    private mutating func readFeature() throws(ToolError) -> Feature {
        let line = values.line
        guard try values.peek() == UInt8(ascii: "{") else { throw values.wrong("expected a feature") }
        return Feature(line: line, bytes: try values.readValue())
    }

    /// Reads the members of an object up to the features of a collection; any other object is itself a feature.
    private mutating func openObject() throws(ToolError) -> Feature? {
        let line = values.line
        var bytes: [UInt8] = []
        var members: [(key: [UInt8], value: [UInt8])] = []
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
            let key = try readKey()
            if JSONSlices.string(key[...]) == "features", try values.peek() == UInt8(ascii: "[") {
                _ = try values.next()
                isInFeatures = true
                collections += 1
                names = ["features"]
                for member in members { try keep(member.key, member.value, in: \.before) }
                return nil
            }
            let value = try values.readValue()
            members.append((key, value))
            bytes += key + [UInt8(ascii: ":")] + value
        }
    }

    /// Reads the members after the features.
    private mutating func readRestOfCollection() throws(ToolError) {
        while true {
            try values.skipSpace()
            guard let byte = try values.peek() else { throw values.wrong("the file ends inside the collection") }
            if byte == UInt8(ascii: "}") {
                _ = try values.next()
                return
            }
            if byte == UInt8(ascii: ",") {
                _ = try values.next()
            } else {
                let key = try readKey()
                try keep(key, try values.readValue(), in: \.behind)
            }
        }
    }

    /// Reads the name of a member and its colon.
    private mutating func readKey() throws(ToolError) -> [UInt8] {
        guard try values.peek() == UInt8(ascii: "\"") else { throw values.wrong("expected the name of a member") }
        let key = try values.readValue()
        try values.skipSpace()
        guard try values.next() == UInt8(ascii: ":") else { throw values.wrong("expected a colon") }
        try values.skipSpace()
        return key
    }

    /// Checks a member of the collection and keeps it.
    private mutating func keep(
        _ key: [UInt8], _ value: [UInt8], in list: WritableKeyPath<Collection, [InputMember]>
    ) throws(ToolError) {
        let object = [UInt8(ascii: "{")] + key + [UInt8(ascii: ":")] + value + [UInt8(ascii: "}")]
        guard let member = JSONSlices.members(of: object[...])?.first else {
            throw values.wrong("a member of the collection is not JSON" + JSONSlices.hint(value[...]))
        }
        let inner = JSONSlices.repeatedName(in: member.value)
        guard inner == nil, names.insert(member.key).inserted else {
            throw values.wrong("two members of the collection are called \"\(inner ?? member.key)\"")
        }
        if member.key == "crs", let problem = Self.problem(ofReferenceSystem: member.value) {
            throw ToolError(.dataError, "\(values.name):\(values.line): \(problem)")
        }
        // The output is one collection, so only the members of the first are kept.
        if collections == 1, member.key != "type" { collection[keyPath: list].append(.init(member)) }
    }

    /// Returns why coordinates in a reference system other than WGS 84 cannot be read.
    ///
    /// - Parameter crs: The value of the member `crs`, part of GeoJSON before RFC 7946.
    /// - Returns: The sentence; `nil` for WGS 84, and for `null`.
    static func problem(ofReferenceSystem crs: ArraySlice<UInt8>) -> String? {
        guard !crs.elementsEqual("null".utf8) else { return nil }
        let properties = JSONSlices.members(of: crs)?.first { $0.key == "properties" }
        let names = properties.flatMap { JSONSlices.members(of: $0.value) } ?? []
        let member = names.first { ["name", "code", "href"].contains($0.key) }
        let name = member.map { JSONSlices.string($0.value) ?? String(decoding: $0.value, as: UTF8.self) } ?? ""
        return GeoJSONReferenceSystem.isWGS84(name) ? nil : GeoJSONReferenceSystem.refusal(name)
    }
}
