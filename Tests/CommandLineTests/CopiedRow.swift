@testable import LKCommandLine

/// A row of CSV, its parts copied.
struct CopiedRow: Equatable {
    var line: Int
    var fields: [String]
    var raw: [UInt8]
    var endsWithCRLF: Bool
}

/// The rows of a stream of CSV that are not empty.
func rows(_ stream: ByteStream, name: String = "x.csv") throws(ToolError) -> [CopiedRow] {
    var blocks = LineBlocks(stream, .csv, name: name)
    var rows: [CopiedRow] = []
    while let block = try blocks.next() {
        var (start, line) = (0, block.line)
        while start < block.bytes.count {
            let row = CSVRow(at: start, in: block.bytes.span)
            let raw = block.bytes[row.bytes]
            if !raw.isEmpty {
                rows.append(
                    CopiedRow(
                        line: line, fields: CSVRow.texts(of: raw), raw: Array(raw), endsWithCRLF: row.endsWithCRLF))
            }
            start = row.next
            line += row.lines
        }
    }
    return rows
}
