/// Points of a file in batches, in order: what is read here, on one thread, is looked at elsewhere, on many.
protocol PointSource {
    /// The header row of CSV, once the first batch was read; `nil` where there is none.
    var header: InputPoint.Row? { get }

    /// The members of a collection of GeoJSON, as far as they were read; none in other formats.
    var collection: GeoJSONFeatureReader.Collection { get }

    /// How many points or values were left out so far, each already named on standard error.
    var omitted: Int { get }

    /// The next points, as many as came in one piece; `nil` at the end.
    ///
    /// - Throws: ``ExitCode/dataError`` where the rest of the file cannot be made sense of.
    mutating func next() throws(ToolError) -> (any PointBatch)?
}

extension PointSource {
    /// No header.
    var header: InputPoint.Row? { nil }

    /// How many points or values were left out, as a sentence; `nil` when none was.
    var omissions: String? {
        guard omitted > 0 else { return nil }
        return "\(omitted) value\(omitted == 1 ? "" : "s") of the file could not be used"
    }

    /// No collection.
    var collection: GeoJSONFeatureReader.Collection { .init() }

    /// Nothing is left out.
    var omitted: Int { 0 }
}

/// Some points that follow each other in a file, not yet taken apart.
protocol PointBatch: Sendable {
    /// How many bytes of memory it needs, points that are kept included.
    var weight: Int { get }

    /// Whether to take the points apart a second time costs less than to keep them.
    var isCheap: Bool { get }

    /// Takes the points apart and gives one after the other to `body`.
    func forEach(_ body: (InputPoint) -> Void)
}
