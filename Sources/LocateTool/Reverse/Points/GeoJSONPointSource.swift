import Geo

/// Points in the features of GeoJSON (RFC 7946); longitude comes first there.
struct GeoJSONPointSource: PointSource {
    private var reader: GeoJSONFeatureReader
    private var failure: ToolError?
    private let wantsIdentifier: Bool
    /// How many features were read.
    private var count = 0

    var collection: GeoJSONFeatureReader.Collection { reader.collection }

    /// So many bytes keep a thread busy for a while and take no memory to speak of.
    private static let batchSize = 1 << 17

    /// - Parameters:
    ///   - stream: The file.
    ///   - name: What errors call it.
    ///   - wantsIdentifier: Whether a feature's `id` is among its properties, for forms that have no other place for it.
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
            // What has come is answered before more is waited for. A feature nearly always begins in one chunk and ends in the
            // next, so that it is never the chunks that end a batch of a file.
            while size < Self.batchSize, reader.hasFeatureAtHand, let feature = try reader.next() {
                features.append(feature)
                size += feature.bytes.count
            }
        } catch {
            failure = error
        }
        return GeoJSONPointBatch(features: features, number: number, wantsIdentifier: wantsIdentifier)
    }
}

/// Features with a point in each.
struct GeoJSONPointBatch: PointBatch {
    let features: [GeoJSONFeatureReader.Feature]
    /// The number of the first of them, from 1.
    let number: Int
    let wantsIdentifier: Bool

    // Members of an object take a few times the memory of their text.
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
        var point = InputPoint(line: feature.line, position: .failure(.init(text: "it has no geometry")))
        if let geometry = members.first(where: { $0.key == "geometry" })?.value {
            point.position = Self.position(geometry)
            point.feature = members.filter { !["type", "properties"].contains($0.key) }.map(InputPoint.Attribute.init)
        } else if members.contains(where: { $0.key == "coordinates" }) {
            // A bare geometry: it becomes a feature.
            point.position = Self.position(feature.bytes[...])
            point.feature = [InputPoint.Attribute(.init(key: "geometry", value: feature.bytes[...]))]
        }
        if let crs = members.first(where: { $0.key == "crs" })?.value,
            let problem = GeoJSONFeatureReader.problem(ofReferenceSystem: crs)
        {
            point.position = .failure(.init(text: problem))
        }
        let properties = members.first { $0.key == "properties" }.flatMap { JSONSlices.members(of: $0.value) }
        point.attributes = (properties ?? []).map(InputPoint.Attribute.init)
        if wantsIdentifier, let id = members.first(where: { $0.key == "id" }),
            !point.attributes.contains(where: { $0.key == id.key })
        {
            point.attributes.insert(InputPoint.Attribute(id), at: 0)
        }
        return point
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
