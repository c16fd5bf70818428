import Geo

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
            while size < Self.batchSize, values.hasValueAtHand, let element = try element() {
                elements.append(element)
                size += element.bytes.count
            }
        } catch {
            failure = error
        }
        return JSONElementBatch(elements: elements, number: number)
    }

    /// The next element; `nil` at the end of the array, behind which nothing may stand.
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
                guard try values.peek() == nil else { throw values.wrong("something stands behind the array") }
                return nil
            default:
                let line = values.line
                count += 1
                return JSONValueStream.Value(line: line, bytes: try values.takeValue())
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
