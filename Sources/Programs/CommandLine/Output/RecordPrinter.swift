/// Prints the things of a list one after the other, in every form of output from the table of their fields.
///
/// A key so has the same value in each form; only lines for a person are the command's own.
package final class RecordPrinter<Record: OutputRecord> {
    /// The form; as text it prints nothing.
    package let form: OutputFormat
    /// Where it prints; lines for a person go there directly.
    package let output: Output
    private let layout = OutputLayout(columns: Record.table.columns, hasPosition: false)
    private var hasBegun = false
    private var isFirst = true

    /// Creates a printer.
    ///
    /// - Parameters:
    ///   - form: The form; of ``OutputFormat/text`` it prints nothing.
    ///   - output: Where it prints.
    package init(_ form: OutputFormat, output: Output) {
        self.form = form
        self.output = output
    }

    /// Prints one thing.
    ///
    /// - Parameter record: The thing.
    /// - Throws: Why printing stopped.
    package func print(_ record: @autoclosure () -> Record) throws(ToolError) {
        try begin()
        guard form != .text else { return }
        var bytes = isFirst ? [] : form.form.separator
        form.form.append(record(), layout, to: &bytes)
        try output.write(bytes)
        isFirst = false
        if output.flushesLines, !form.form.isGeographic { try output.flush() }
    }

    /// Prints what ends the form, which is complete even without any things.
    ///
    /// - Throws: Why printing stopped.
    package func finish() throws(ToolError) {
        try begin()
        try output.write(form.form.ending(members: []))
        if output.flushesLines { try output.flush() }
    }

    private func begin() throws(ToolError) {
        guard !hasBegun else { return }
        hasBegun = true
        output.beginTable(form.form.table(layout))
        try output.write(form.form.beginning(layout, header: nil, isBareCSV: false, members: []))
        if output.flushesLines, form.form.isTabular { try output.flush() }
    }
}
