/// Points in the rows of CSV: a header names their columns, or there are just two, or one with both.
///
/// Semicolons or tabs may separate the columns, as the first row tells.
struct CSVPointSource: PointSource {
    private(set) var header: InputPoint.Row?
    /// What separates the columns; known once something was read.
    var separator: UInt8 { blocks.separator }

    private var blocks: LineBlocks
    private let name: String
    private let wantsAttributes: Bool
    private let note: (String) -> Void
    private(set) var columns: CSVColumns?
    /// What ``begin()`` has read ahead.
    private var ahead: (any PointBatch)?

    /// - Parameters:
    ///   - stream: The file.
    ///   - name: What errors call it.
    ///   - wantsAttributes: Whether points bring their columns along, for the forms of JSON and templates that name columns.
    ///   - note: Gets a sentence when columns have the same name.
    init(
        _ stream: ByteStream, name: String, wantsAttributes: Bool,
        note: @escaping (String) -> Void = { Messages.note($0, command: "reverse", as: .warning) }
    ) {
        self.note = note
        blocks = LineBlocks(stream, .csv, name: name, findSeparator: CSVColumns.separator)
        self.name = name
        self.wantsAttributes = wantsAttributes
    }

    /// Reads so far that header and separator are known.
    mutating func begin() throws(ToolError) { ahead = try next() }

    mutating func next() throws(ToolError) -> (any PointBatch)? {
        if let batch = ahead {
            ahead = nil
            return batch
        }
        guard var block = try blocks.next() else { return nil }
        guard let columns else { return try first(&block) }
        return CSVPointBatch(block: block, columns: columns, wantsAttributes: wantsAttributes)
    }

    /// Finds the columns in the first row that is not empty.
    private mutating func first(_ block: inout LineBlocks.Block) throws(ToolError) -> (any PointBatch)? {
        while true {
            var start = 0
            while start < block.bytes.count {
                let row = CSVRow(at: start, in: block.bytes.span, separator: separator)
                guard !row.bytes.isEmpty else {
                    start = row.next
                    block.line += row.lines
                    continue
                }
                let raw = block.bytes[row.bytes]
                let columns = try CSVColumns(
                    firstRow: raw, separator: separator, place: "\(name):\(block.line)")
                self.columns = columns
                if columns.hasHeader {
                    header = InputPoint.Row(raw: raw, endsWithCRLF: row.endsWithCRLF)
                    if !columns.repeatedNames.isEmpty { rename(columns, line: block.line) }
                    start = row.next
                    block.line += row.lines
                }
                block.bytes.removeFirst(start)
                return CSVPointBatch(block: block, columns: columns, wantsAttributes: wantsAttributes)
            }
            guard let next = try blocks.next() else { return nil }
            block = next
        }
    }
    /// Gives the header's columns names that differ, and says so.
    private mutating func rename(_ columns: CSVColumns, line: Int) {
        let row = CSVWriter.row(columns.names, separator: separator)
        header?.raw = Array(row.utf8)[...]
        let names = Set(columns.repeatedNames).sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        note("\(name):\(line): several columns are called \(names); those behind the first get a number in the output")
    }
}
