/// The values of a track's points, column by column as they were read.
struct TrackColumns {
    /// One quantity of all points.
    private struct Column {
        let field: TrackField
        var values: RecordSpool
        var hasMarks = false
        var cursor: SpoolCursor?
        /// The next value is not to be had before the next mark.
        var isExhausted = false
    }

    private var columns: [Column] = []

    /// Begins a column; one that is there already is read no more.
    mutating func begin(_ field: TrackField) -> Bool {
        guard !columns.contains(where: { $0.field == field }) else { return false }
        columns.append(Column(field: field, values: RecordSpool()))
        return true
    }

    /// Whether there is a column of a quantity.
    func contains(_ field: TrackField) -> Bool { columns.contains { $0.field == field } }

    /// Adds a value to the column begun last, or to that of a quantity; an empty one is unknown.
    mutating func append(_ value: Span<UInt8>, to field: TrackField? = nil) throws(TrackFormatError) {
        let index = field.flatMap { field in columns.firstIndex { $0.field == field } } ?? columns.count - 1
        try columns[index].values.append(value)
    }

    /// Marks the end of a segment in the column begun last.
    mutating func appendMark() throws(TrackFormatError) {
        columns[columns.count - 1].hasMarks = true
        try columns[columns.count - 1].values.appendMark()
    }

    /// Gives the next point its values; returns what is wrong with those that are left out.
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

    /// Goes to the next segment.
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
