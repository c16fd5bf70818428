// Values of elements.
extension MatroskaContainer {
    /// The first element of a number within another.
    static func first(
        _ id: UInt32, in element: EBMLElement, _ file: FileBytes
    ) throws(MetadataError) -> EBMLElement? {
        var walk = EBMLWalk(file, element.content)
        while let part = try walk.next() { if part.id == id { return part } }
        return nil
    }

    static func number(_ id: UInt32, in element: EBMLElement, _ file: FileBytes) throws(MetadataError) -> UInt64? {
        guard let part = try first(id, in: element, file) else { return nil }
        return try number(part, file)
    }

    static func text(_ id: UInt32, in element: EBMLElement, _ file: FileBytes) throws(MetadataError) -> String? {
        guard let part = try first(id, in: element, file) else { return nil }
        var cursor = FileCursor(file, part.content)
        return MovieText.decode(try cursor.rest(limit: MovieText.longest))
    }

    /// A number of up to eight bytes; none are 0.
    static func number(_ element: EBMLElement, _ file: FileBytes) throws(MetadataError) -> UInt64? {
        guard element.content.count <= 8 else { return nil }
        var cursor = FileCursor(file, element.content)
        let value = try cursor.integer(element.content.count)
        return cursor.isCut ? nil : value
    }

    /// A number of four or eight bytes behind the point.
    static func real(_ element: EBMLElement, _ file: FileBytes) throws(MetadataError) -> Double? {
        guard let bits = try number(element, file) else { return nil }
        let value: Double
        switch element.content.count {
        case 4: value = Double(Float(bitPattern: UInt32(bits)))
        case 8: value = Double(bitPattern: bits)
        default: return nil
        }
        return value.isFinite ? value : nil
    }

    /// Nanoseconds since 2001 began, in UTC.
    static func time(_ element: EBMLElement, _ file: FileBytes) throws(MetadataError) -> WallTime? {
        guard element.content.count == 8, let bits = try number(element, file) else { return nil }
        let nanoseconds = Int64(bitPattern: bits)
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let borrow: Int64 = rest < 0 ? 1 : 0
        return WallTime(
            secondsSince1970: Int(seconds - borrow) + 978_307_200, nanosecond: Int(rest + borrow * 1_000_000_000))
    }
}
