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
    private var columns: CSVColumns?
    /// What ``begin()`` has read ahead.
    private var ahead: (any PointBatch)?

    /// - Parameters:
    ///   - stream: The file.
    ///   - name: What errors call it.
    ///   - wantsAttributes: Whether points bring their columns along, for the forms of JSON.
    init(_ stream: ByteStream, name: String, wantsAttributes: Bool) {
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
}
