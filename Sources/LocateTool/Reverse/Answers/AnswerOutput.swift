/// The output for a file of points: what stands in front of all answers, between them and behind.
final class AnswerOutput {
    private let formatter: PlaceFormatter
    private let output: Output
    private var hasWritten = false

    init(_ formatter: PlaceFormatter, output: Output) {
        self.formatter = formatter
        self.output = output
    }

    /// Writes what stands in front.
    ///
    /// - Parameters:
    ///   - source: The points, of which the first batch was read.
    ///   - isCSV: Whether they are CSV, which decides about a header.
    /// - Throws: ``ExitCode/ioError`` when it cannot be written.
    func begin(_ source: any PointSource, isCSV: Bool) throws(ToolError) {
        if formatter.form == .csv { output.beginCSV(separator: formatter.separator) }
        try output.write(
            formatter.beginning(
                header: source.header, isBareCSV: isCSV && source.header == nil, members: source.collection.before))
    }

    /// Writes answers, each with ``PlaceFormatter/pointSeparator`` in front; the very first goes without.
    func write(_ bytes: [UInt8]) throws(ToolError) {
        guard !bytes.isEmpty else { return }
        try output.write(bytes.dropFirst(hasWritten ? 0 : formatter.pointSeparator.count))
        hasWritten = true
        if output.flushesLines { try output.flush() }
    }

    /// Does the work between beginning and end; what is printed stays well-formed when it ends early.
    ///
    /// - Parameters:
    ///   - members: Gives the members of the collection behind its features, once they were read.
    ///   - work: The work.
    /// - Throws: What the work throws, and ``ExitCode/ioError`` when the end cannot be written.
    func enclose(
        members: () -> [InputPoint.Attribute], work: () throws(ToolError) -> Void
    ) throws(ToolError) {
        do throws(ToolError) {
            try work()
        } catch {
            if error.code == .dataError || error.code.isSignal { try output.write(formatter.ending()) }
            throw error
        }
        try output.write(formatter.ending(members: members()))
    }

    /// Hands over what is written.
    func flush() throws(ToolError) { try output.flush() }
}
