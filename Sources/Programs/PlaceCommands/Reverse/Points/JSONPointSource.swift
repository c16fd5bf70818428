import LKCommandLine
import LKGeo

/// Points in JSON objects, one a line, with members `lat` or `latitude` and `lon`, `lng` or `longitude`; or in pairs, latitude first.
struct JSONPointSource: PointSource {
    private var blocks: LineBlocks

    init(_ stream: ByteStream, name: String) { blocks = LineBlocks(stream, .plain, name: name) }

    mutating func next() throws(ToolError) -> (any PointBatch)? {
        try blocks.next().map(JSONPointBatch.init)
    }
}

/// Lines with a point in each; empty ones are skipped.
struct JSONPointBatch: PointBatch {
    let block: LineBlocks.Block

    // Members of an object take a few times the memory of their text, and so do the answers.
    var weight: Int { 8 * block.bytes.count }

    var isCheap: Bool { false }

    func forEach(_ body: (InputPoint) -> Void) {
        var rest = block.bytes[...]
        var number = block.line
        while !rest.isEmpty {
            let line = rest[..<(rest.firstIndex(of: 10) ?? rest.endIndex)]
            rest = rest[min(line.endIndex + 1, rest.endIndex)...]
            if line.contains(where: { $0 > 0x20 }) { body(Self.point(line, number)) }
            number += 1
        }
    }

    /// Returns the point of an object or a pair.
    static func point(_ line: ArraySlice<UInt8>, _ number: Int) -> InputPoint {
        if line.first(where: { $0 > 0x20 }) == UInt8(ascii: "[") {
            var point = InputPoint(line: number, position: pair(line))
            if case .failure = point.position { point.entry.members = [.init(raw: line)] }
            return point
        }
        guard let members = JSONSlices.members(of: line) else {
            let isSpread = line.filter { $0 > 0x20 } == [UInt8(ascii: "{")]
            let hint = isSpread ? "; a point is an object on one line, as jq -c . writes it" : JSONSlices.hint(line)
            return .unreadable(line, number, "it is not one JSON object" + hint)
        }
        if let name = JSONSlices.repeatedName(in: line) {
            return .unreadable(line, number, InputColumns.repeated(name, "members"))
        }
        var point = InputPoint(line: number, position: position(members))
        point.entry.members = members.map(InputMember.init)
        return point
    }

    private static func position(_ members: [JSONSlices.Member]) -> Result<Coordinate, CoordinateText.Problem> {
        func number(_ names: [String]) throws(CoordinateText.Problem) -> Double {
            for name in names {
                guard let member = members.first(where: { $0.key == name }) else { continue }
                let isLatitude = names[0] == "latitude"
                let number = try angle(member.value, named: name, isLatitude: isLatitude)
                guard let letter = letter(in: members, isLatitude: isLatitude) else { return number }
                let text = InputMember(member).field
                return try CoordinateText.angle(number, of: text, letter: letter, isLatitude: isLatitude)
            }
            throw CoordinateText.Problem(text: "it has no \(names[0])")
        }
        return Result { () throws(CoordinateText.Problem) in
            try CoordinateText.coordinate(
                latitude: number(["latitude", "lat"]), longitude: number(["longitude", "lon", "lng"]))
        }
    }

    /// Returns the hemisphere that a separate member states, or `nil` if there is none.
    private static func letter(in members: [JSONSlices.Member], isLatitude: Bool) -> String? {
        for member in members where HemisphereLetter.isLatitude(named: member.key) == isLatitude {
            let letter = InputMember(member).field
            // "ns" and "ew" are also short for other things.
            if member.key.utf8.count > 3 || HemisphereLetter.isOne(letter, isLatitude: isLatitude) { return letter }
        }
        return nil
    }

    /// Parses latitude and longitude in that order, which is never GeoJSON's.
    private static func pair(_ array: ArraySlice<UInt8>) -> Result<Coordinate, CoordinateText.Problem> {
        Result { () throws(CoordinateText.Problem) in
            guard let numbers = JSONSlices.elements(of: array), numbers.count == 2 else {
                throw CoordinateText.Problem(
                    text: "it is neither an object nor [latitude, longitude]" + JSONSlices.hint(array))
            }
            return try CoordinateText.coordinate(
                latitude: angle(numbers[0], named: "latitude", isLatitude: true),
                longitude: angle(numbers[1], named: "longitude", isLatitude: false))
        }
    }

    /// Parses a number, or a text with an angle in it.
    private static func angle(
        _ value: ArraySlice<UInt8>, named name: String, isLatitude: Bool
    ) throws(CoordinateText.Problem) -> Double {
        if let number = JSONSlices.number(value) { return number }
        if let text = JSONSlices.string(value) { return try CoordinateText.angle(text, isLatitude: isLatitude) }
        let text = String(decoding: value.prefix(40), as: UTF8.self)
        throw CoordinateText.Problem(text: "\(name) \(text) is not a number")
    }
}

/// Points in the elements of a JSON array: objects as ``JSONPointSource`` reads them, or pairs.
struct JSONArrayPointSource: PointSource {
    private var values: JSONValueStream
    private var isOpen = false
    private var isAtEnd = false
    /// How many elements were read.
    private var count = 0
    private var failure: ToolError?

    /// So many bytes keep a thread busy for a while and take no memory to speak of.
    private static let batchSize = 1 << 17

    init(_ stream: ByteStream, name: String) {
        values = JSONValueStream(
            stream, name: name, advice: "give an array of objects with lat and lon, or one object a line")
    }

    mutating func next() throws(ToolError) -> (any PointBatch)? {
        if let failure { throw failure }
        guard let first = try element() else { return nil }
        var elements = [first]
        let number = count
        var size = first.bytes.count
        do throws(ToolError) {
            // What has come is answered before more is waited for.
            while size < Self.batchSize, values.hasBufferedValue, let element = try element() {
                elements.append(element)
                size += element.bytes.count
            }
        } catch {
            failure = error
        }
        return JSONElementBatch(elements: elements, number: number)
    }

    /// Returns the next element, or `nil` at the end of the array, which nothing may follow.
    private mutating func element() throws(ToolError) -> JSONValueStream.Value? {
        if isAtEnd { return nil }
        try values.skipSpace()
        if !isOpen {
            guard try values.next() == UInt8(ascii: "[") else { throw values.wrong("expected a JSON array") }
            isOpen = true
        }
        while true {
            try values.skipSpace()
            guard let byte = try values.peek() else { throw values.wrong("the file ends inside its array") }
            switch byte {
            case UInt8(ascii: ","): _ = try values.next()
            case UInt8(ascii: "]"):
                _ = try values.next()
                isAtEnd = true
                try values.skipSpace()
                guard try values.peek() == nil else { throw values.wrong("something follows the array") }
                return nil
            default:
                let line = values.line
                count += 1
                return JSONValueStream.Value(line: line, bytes: try values.readValue())
            }
        }
    }
}

/// Elements of an array with a point in each.
struct JSONElementBatch: PointBatch {
    let elements: [JSONValueStream.Value]
    /// The number of the first of them, from 1.
    let number: Int

    // As for lines of JSON.
    var weight: Int { elements.reduce(0) { $0 + 8 * $1.bytes.count } }

    var isCheap: Bool { false }

    func forEach(_ body: (InputPoint) -> Void) {
        for (index, element) in elements.enumerated() {
            var point = JSONPointBatch.point(element.bytes[...], element.line)
            if case .failure = point.position { point.part = "element \(number + index)" }
            body(point)
        }
    }
}
