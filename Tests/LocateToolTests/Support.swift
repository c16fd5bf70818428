import FoundationEssentials
import Glibc
import Testing

@testable import LKCommandLine
@testable import LKPlaceCommands
@testable import LKPositionCommands

/// Bytes of a text for a reader, in chunks of one byte so that every boundary is met.
func stream(_ text: String, chunkSize: Int = 1) -> ByteStream { ByteStream(Array(text.utf8), chunkSize: chunkSize) }

/// What a function writes to an output, through a temporary file; it may take that for a terminal.
func written(isTerminal: Bool = false, _ body: (Output) throws -> Void) throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "locate-\(UInt64.random(in: 0 ... .max))").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data().write(to: URL(filePath: path))
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    let output = Output(descriptor: descriptor, name: "the test's file", isTerminal: isTerminal)
    try body(output)
    try output.close()
    return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
}

/// All points of a source.
func points(_ source: inout some PointSource) throws -> [InputPoint] {
    var points: [InputPoint] = []
    while let batch = try source.next() { batch.forEach { points.append($0) } }
    return points
}

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

extension LocationReport {
    /// The report as the tool prints it in a form, without the end of the line.
    func printed(as format: OutputFormat) -> String {
        let record = FixRecord(report: self, sky: nil, isLine: false, columns: nil, style: .plain)
        var bytes: [UInt8] = []
        format.form.appendLine(record, .fixes, to: &bytes)
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}

extension SearchReport {
    /// The match as the tool prints it in JSON, without the end of the line.
    var json: String {
        var formatter = SearchFormatter(form: .json, isBatch: query != nil)
        var bytes: [UInt8] = []
        formatter.append(self, to: &bytes)
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}
