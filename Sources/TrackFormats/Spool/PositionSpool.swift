/// Positions as they were read, in segments, before the values that other columns hold for them are known.
struct PositionSpool {
    /// What a pass meets.
    enum Item {
        /// A position; NaN for a height that is not given.
        case position(latitude: Double, longitude: Double, height: Double, line: Int)
        case mark
    }

    private let spool = Spool(limit: 1 << 16)
    /// The bytes of a position or mark.
    static let size = 32
    private static let mark = -1

    /// Where the next position will lie.
    var end: Int { spool.count }

    func append(latitude: Double, longitude: Double, height: Double, line: Int) throws(TrackFormatError) {
        spool.append(latitude.bitPattern)
        spool.append(longitude.bitPattern)
        spool.append(height.bitPattern)
        spool.append(UInt64(bitPattern: Int64(line)))
        try spool.spillIfFull()
    }

    func appendMark() throws(TrackFormatError) {
        try append(latitude: 0, longitude: 0, height: 0, line: Self.mark)
    }

    func cursor(at offset: Int = 0) -> SpoolCursor { SpoolCursor(spool, at: offset) }

    /// The next position or mark; `nil` at the end.
    static func next(_ cursor: inout SpoolCursor) throws(TrackFormatError) -> Item? {
        try cursor.take(size) { record in
            guard record.count == size else { return nil }
            let line = Int(Int64(bitPattern: PointSpool.number(record, at: 24, size: 8)))
            if line == mark { return .mark }
            let (latitude, longitude) = (Self.double(record, at: 0), Self.double(record, at: 8))
            return .position(latitude: latitude, longitude: longitude, height: Self.double(record, at: 16), line: line)
        }
    }

    private static func double(_ record: Span<UInt8>, at offset: Int) -> Double {
        Double(bitPattern: PointSpool.number(record, at: offset, size: 8))
    }
}
