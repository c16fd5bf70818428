import LKGeo

/// Stores a track's points with their values as text, to be read once for each column.
struct PointSpool {
    /// A point as the spool stores it.
    struct Position {
        var latitude: Double
        var longitude: Double
    }

    /// An item of the spool.
    enum Item { case point(Position), mark }

    /// A set of quantities.
    struct Fields {
        private var bits: UInt32 = 0

        func contains(_ field: TrackField) -> Bool { bits & (1 << UInt32(field.rawValue)) != 0 }
        mutating func insert(_ field: TrackField) { bits |= 1 << UInt32(field.rawValue) }
    }

    private static let mark = UInt32.max
    private let spool = Spool(maximumInMemory: 1 << 22)
    private var value: [UInt8] = []

    /// The quantities that at least one point has.
    private(set) var fields = Fields()
    /// The number of points since the spool was emptied.
    private(set) var count = 0
    private(set) var marks = 0

    /// The byte offset of the next point.
    var end: Int { spool.count }

    /// Adds a point, optionally at another position than its location's if 180 and -180 must be distinguished.
    mutating func append(_ point: TrackPoint, at position: Position? = nil) throws(TrackFormatError) {
        value.removeAll(keepingCapacity: true)
        let place = position ?? Position(point.location.coordinate)
        Self.append(place.latitude.bitPattern, to: &value)
        Self.append(place.longitude.bitPattern, to: &value)
        for field in TrackField.allCases where field.isKnown(in: point) {
            let head = value.count
            value += [field.rawValue, 0, 0]
            guard field.append(point, to: &value) else {
                value.removeLast(3)
                continue
            }
            let length = min(value.count - head - 3, Int(UInt16.max))
            value.removeLast(value.count - head - 3 - length)
            value[head + 1] = UInt8(length & 0xFF)
            value[head + 2] = UInt8(length >> 8)
            fields.insert(field)
        }
        count += 1
        Self.append(UInt32(value.count), to: &spool.tail)
        spool.tail += value
        try spool.spillIfFull()
    }

    /// Marks the end of a segment.
    mutating func appendMark() throws(TrackFormatError) {
        marks += 1
        Self.append(Self.mark, to: &spool.tail)
        try spool.spillIfFull()
    }

    mutating func removeAll() {
        spool.removeAll()
        fields = Fields()
        count = 0
        marks = 0
    }

    /// Iterates over at most `maximumCount` points and marks, starting at a byte offset.
    ///
    /// - Parameters:
    ///   - field: The quantity whose text is passed to `body`; empty if unknown.
    ///   - start: The byte offset to start at.
    ///   - maximumCount: The maximum number of items.
    ///   - body: Receives each item with the text.
    /// - Throws: The errors of `body`, and ``TrackFormatError/Code/unwritable`` when the temporary file cannot be read.
    func forEach(
        _ field: TrackField?, from start: Int = 0, maximumCount: Int = .max,
        _ body: (Item, Span<UInt8>) throws(TrackFormatError) -> Void
    ) throws(TrackFormatError) {
        var cursor = SpoolCursor(spool, at: start)
        var left = maximumCount
        while left > 0, !cursor.isAtEnd {
            left -= 1
            let length = try cursor.read(4) { UInt32(truncatingIfNeeded: Self.number($0, at: 0, size: 4)) }
            var failure: TrackFormatError?
            if length == Self.mark {
                try body(.mark, [UInt8]().span)
                continue
            }
            try cursor.read(Int(length)) { record in
                let position = Position(
                    latitude: Double(bitPattern: Self.number(record, at: 0, size: 8)),
                    longitude: Double(bitPattern: Self.number(record, at: 8, size: 8)))
                let range = Self.range(of: field, in: record)
                do throws(TrackFormatError) {
                    try body(.point(position), record.extracting(range))
                } catch { failure = error }
            }
            if let failure { throw failure }
        }
    }

    private static func range(of field: TrackField?, in record: Span<UInt8>) -> Range<Int> {
        guard let field else { return 0..<0 }
        var index = 16
        while index + 3 <= record.count {
            let length = Int(record[index + 1]) | Int(record[index + 2]) << 8
            if record[index] == field.rawValue { return index + 3..<index + 3 + length }
            index += 3 + length
        }
        return 0..<0
    }

    private static func append<T: FixedWidthInteger>(_ number: T, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    static func number(_ bytes: Span<UInt8>, at offset: Int, size: Int) -> UInt64 {
        (0..<size).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) }
    }
}

extension PointSpool.Position {
    init(_ coordinate: Coordinate) {
        latitude = coordinate.latitude
        longitude = coordinate.longitude
    }
}
