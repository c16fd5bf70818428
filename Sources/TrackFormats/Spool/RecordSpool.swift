/// Values of any length in a row, with marks where segments end.
struct RecordSpool {
    /// The longest value; longer ones are cut.
    static let longest = 0xFFFE
    private static let mark = 0xFFFF

    let spool: Spool
    /// How many values there are.
    private(set) var count = 0

    init(limit: Int = 1 << 16) { spool = Spool(limit: limit) }

    /// Adds a value; an empty one is not known.
    mutating func append(_ value: Span<UInt8>) throws(TrackFormatError) {
        let length = min(value.count, Self.longest)
        count += 1
        spool.tail.append(UInt8(length & 0xFF))
        spool.tail.append(UInt8(length >> 8))
        value.withUnsafeBufferPointer { spool.tail.append(contentsOf: $0.prefix(length)) }
        try spool.spillIfFull()
    }

    /// Marks the end of a segment.
    mutating func appendMark() throws(TrackFormatError) {
        spool.tail += [UInt8(Self.mark & 0xFF), UInt8(Self.mark >> 8)]
        try spool.spillIfFull()
    }

    /// One of the values, or what stands between them.
    enum Kind: Equatable { case value(length: Int), mark, end }

    /// Takes the next head; the value's bytes are to be taken then.
    static func next(_ cursor: inout SpoolCursor) throws(TrackFormatError) -> Kind {
        try cursor.take(2) { head in
            guard head.count == 2 else { return .end }
            let length = Int(head[0]) | Int(head[1]) << 8
            return length == mark ? .mark : .value(length: length)
        }
    }
}
