import Glibc
import LKStorage

/// Buffered standard output, or another descriptor, with all write errors reported.
///
/// SIGPIPE is ignored while the tool runs, so that a command ends cleanly when its reader exits (`locate --watch | head
/// -1`): the error is ``ExitCode/closedPipe`` without a message, and ``Tool`` then raises the signal.
package final class Output {
    /// Whether to flush each line: on a terminal, and for updates that arrive one by one.
    package var flushesLines: Bool

    /// The colours of this output.
    package private(set) lazy var style = TextStyle(descriptor: descriptor)
    /// The width of the terminal in columns; `nil` if it is not a terminal, so that lines are not shortened.
    package var columns: Int? { Terminal.columns(descriptor) }

    /// Whether to protect tables against formulas in spreadsheets, and their readers against hazards.
    package var isForSpreadsheets = false

    private let descriptor: Int32
    private let name: String
    private let isTerminal: Bool
    /// The filters that tables pass through; `nil` for other formats, and where none is wanted.
    private var tableFilter: TableFilter?
    private var buffer: [UInt8] = []
    // Large enough to make the cost of system calls negligible.
    private static let capacity = 1 << 16

    /// Creates an output for a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: Where it writes.
    ///   - name: What errors call it.
    ///   - isTerminal: Whether a terminal shows it; `nil` to ask the system.
    package init(descriptor: Int32 = STDOUT_FILENO, name: String = "standard output", isTerminal: Bool? = nil) {
        self.descriptor = descriptor
        self.name = name
        self.isTerminal = isTerminal ?? (isatty(descriptor) == 1)
        flushesLines = self.isTerminal
    }

    /// Starts a table.
    ///
    /// - Parameter syntax: How its fields are written; `nil` for other output, which is not filtered.
    package func beginTable(_ syntax: TableSyntax?) {
        guard let syntax, isForSpreadsheets || isTerminal else { return }
        tableFilter = TableFilter(
            spreadsheet: isForSpreadsheets ? SpreadsheetText(syntax) : nil,
            text: TableText(syntax, keepsLines: !isTerminal))
    }

    /// Writes text as it is.
    package func write(_ text: String) throws(ToolError) {
        if tableFilter != nil { return try write(text.utf8) }
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.capacity { try flush() }
    }

    /// Writes bytes as they are.
    package func write(_ bytes: some Sequence<UInt8>) throws(ToolError) {
        if let passed = tableFilter?.passed(bytes) { buffer += passed } else { buffer.append(contentsOf: bytes) }
        if buffer.count >= Self.capacity { try flush() }
    }

    /// Writes a buffer as it is; a big one is not copied.
    package func write(_ bytes: [UInt8]) throws(ToolError) {
        let bytes = tableFilter?.passed(bytes) ?? bytes
        guard bytes.count >= Self.capacity else {
            buffer += bytes
            if buffer.count >= Self.capacity { try flush() }
            return
        }
        try flush()
        try hand(bytes)
    }

    /// Writes text and the end of the line.
    package func writeLine(_ text: String) throws(ToolError) {
        try write(text)
        try endLine()
    }

    /// Ends a line.
    package func endLine() throws(ToolError) {
        if let passed = tableFilter?.passed([UInt8(ascii: "\n")]) {
            buffer += passed
        } else {
            buffer.append(UInt8(ascii: "\n"))
        }
        if flushesLines || buffer.count >= Self.capacity { try flush() }
    }

    /// Writes all buffered bytes to the descriptor.
    package func flush() throws(ToolError) {
        defer { buffer.removeAll(keepingCapacity: true) }
        try hand(buffer)
    }

    private func hand(_ bytes: [UInt8]) throws(ToolError) {
        var written = 0
        while written < bytes.count {
            let (count, failure) = bytes.withUnsafeBytes { bytes in
                let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
                return (count, errno)
            }
            if count >= 0 {
                written += count
            } else if failure == EAGAIN {
                // The other end made the pipe non-blocking; wait until it takes more.
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&request, 1, -1)
            } else if failure != EINTR {
                throw error(failure)
            }
        }
    }

    /// Flushes and closes the descriptor: some file systems report a full disk only on close.
    package func close() throws(ToolError) {
        if let rest = tableFilter?.ending() { buffer += rest }
        try flush()
        if Glibc.close(descriptor) != 0, errno != EINTR { throw error(errno) }
    }

    private func error(_ number: Int32) -> ToolError {
        if number == EPIPE { return ToolError(.closedPipe, "") }
        return ToolError(.ioError, "cannot write to \(name): \(systemErrorText(number))")
    }
}

/// What a table passes through before people and spreadsheets read it.
private struct TableFilter {
    var spreadsheet: SpreadsheetText?
    package var text: TableText

    mutating func passed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        guard let safe = spreadsheet?.passed(bytes) else { return text.passed(bytes) }
        return text.passed(safe)
    }

    mutating func ending() -> [UInt8] { text.passed(spreadsheet?.ending() ?? []) + text.ending() }
}
