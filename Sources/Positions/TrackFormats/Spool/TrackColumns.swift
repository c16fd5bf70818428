/// The values of a track's points, stored column by column.
struct TrackColumns {
    /// One quantity of all points.
    private struct Column {
        let field: TrackField
        var values: RecordSpool
        var hasMarks = false
        var cursor: SpoolCursor?
        /// Whether there are no more values before the next mark.
        var isExhausted = false
    }

    private var columns: [Column] = []

    /// Begins a column; returns `false` if it exists already.
    mutating func begin(_ field: TrackField) -> Bool {
        guard !columns.contains(where: { $0.field == field }) else { return false }
        columns.append(Column(field: field, values: RecordSpool()))
        return true
    }

    /// Returns whether there is a column of a quantity.
    func contains(_ field: TrackField) -> Bool { columns.contains { $0.field == field } }

    /// Adds a value to the last column, or to that of a quantity; an empty one means unknown.
    mutating func append(_ value: Span<UInt8>, to field: TrackField? = nil) throws(TrackFormatError) {
        let index = field.flatMap { field in columns.firstIndex { $0.field == field } } ?? columns.count - 1
        try columns[index].values.append(value)
    }

    /// Marks the end of a segment in the last column.
    mutating func appendMark() throws(TrackFormatError) {
        columns[columns.count - 1].hasMarks = true
        try columns[columns.count - 1].values.appendMark()
    }

    /// Sets the next point's values; returns what is wrong with invalid ones.
    mutating func fill(_ draft: inout PointDraft) throws(TrackFormatError) -> [String] {
        var complaints: [String] = []
        for index in columns.indices where !columns[index].isExhausted {
            var cursor = columns[index].cursor ?? SpoolCursor(columns[index].values.spool)
            switch try RecordSpool.next(&cursor) {
            case .value(let length):
                let field = columns[index].field
                let wrong: String? = try cursor.read(length) { value in
                    let range = field == .name || field == .note || field == .symbol ? value.indices : value.trimmed
                    guard !range.isEmpty, !draft.set(field, value.extracting(range)) else { return nil }
                    return
                        "\"\(value.extracting(range).excerpt)\" is not a valid \(field == .timestamp ? "time" : "\(field.key)")"
                }
                if let wrong { complaints.append(wrong) }
            case .mark, .end: columns[index].isExhausted = true
            }
            columns[index].cursor = cursor
        }
        return complaints
    }

    /// Advances to the next segment.
    mutating func nextSegment() throws(TrackFormatError) {
        for index in columns.indices where columns[index].hasMarks {
            var cursor = columns[index].cursor ?? SpoolCursor(columns[index].values.spool)
            skip: while !columns[index].isExhausted {
                switch try RecordSpool.next(&cursor) {
                case .value(let length): try cursor.read(length) { _ in }
                case .mark, .end: break skip
                }
            }
            columns[index].isExhausted = false
            columns[index].cursor = cursor
        }
    }
}
