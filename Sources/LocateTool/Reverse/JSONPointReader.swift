import Geo

/// Points in JSON objects, one a line, with members `lat` or `latitude` and `lon`, `lng` or `longitude`.
struct JSONPointReader: PointReader {
    var header: InputPoint.Row? { nil }

    private var reader: JSONLineReader

    init(_ stream: ByteStream, name: String) { reader = JSONLineReader(stream, name: name) }

    mutating func next() throws(ToolError) -> InputPoint? {
        guard let line = try reader.next() else { return nil }
        guard let members = JSONSlices.members(of: line.bytes[...]) else {
            return InputPoint(line: line.number, position: .failure(.init(text: "it is not one JSON object")))
        }
        var point = InputPoint(line: line.number, position: Self.position(members))
        point.attributes = members.map(InputPoint.Attribute.init)
        return point
    }

    private static func position(_ members: [JSONSlices.Member]) -> Result<Coordinate, CoordinateText.Problem> {
        func number(_ names: [String]) throws(CoordinateText.Problem) -> Double {
            for name in names {
                guard let member = members.first(where: { $0.key == name }) else { continue }
                if let number = JSONSlices.number(member.value) { return number }
                let text = String(decoding: member.value.prefix(40), as: UTF8.self)
                throw CoordinateText.Problem(text: "\(name) \(text) is not a number")
            }
            throw CoordinateText.Problem(text: "it has no \(names[0])")
        }
        return Result { () throws(CoordinateText.Problem) in
            try CoordinateText.coordinate(
                latitude: number(["latitude", "lat"]), longitude: number(["longitude", "lon", "lng"]))
        }
    }
}

extension InputPoint.Attribute {
    /// A member as it was written; ends of lines can only stand between values and become spaces.
    init(_ member: JSONSlices.Member) {
        key = member.key
        json = String(decoding: member.value.map { $0 == 10 || $0 == 13 ? 0x20 : $0 }, as: UTF8.self)
    }
}
