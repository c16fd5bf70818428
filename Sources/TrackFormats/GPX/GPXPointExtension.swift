/// Values of points that programs keep in extensions, by the local names of their elements.
enum GPXPointExtension {
    private static let fields: [(name: StaticString, field: TrackField)] = [
        ("speed", .speed), ("course", .course), ("bearing", .course), ("accuracy", .horizontalAccuracy),
        ("hacc", .horizontalAccuracy), ("horizontalaccuracy", .horizontalAccuracy),
        ("h_accuracy", .horizontalAccuracy), ("vacc", .verticalAccuracy), ("verticalaccuracy", .verticalAccuracy),
        ("v_accuracy", .verticalAccuracy),
    ]

    /// What an element means; `nil` for those that are kept as they are.
    static func field(_ name: Span<UInt8>) -> TrackField? {
        for known in fields where name.isWord(known.name) { return known.field }
        return nil
    }

    static func isKnown(_ name: UnsafeBufferPointer<UInt8>) -> Bool { field(name.span) != nil }
}
