/// Rows of a label and a value, the values below each other and wrapped at the width of the terminal.
enum LabelledRows {
    /// The lines.
    ///
    /// - Parameters:
    ///   - rows: Labels and values; controls in values are replaced.
    ///   - indent: Where values begin, in columns.
    ///   - width: Where lines end; `nil` leaves values whole, as for a pipe.
    ///   - style: How labels look.
    /// - Returns: The lines, without their ends.
    static func lines(
        _ rows: [(label: String, value: String)], indent: Int, width: Int?, style: TextStyle = .plain
    ) -> [String] {
        rows.flatMap { label, value in
            let gap = String(repeating: " ", count: max(1, indent - TextWidth.columns(label)))
            // A column that is too narrow for words is not wrapped.
            let room = width.map { $0 - indent }.flatMap { $0 < 10 ? nil : $0 }
            let lines = TextLayout.lines(ForeignText.clean(value), width: room ?? .max)
            let blank = String(repeating: " ", count: indent)
            return lines.enumerated().map { index, line in
                index == 0 ? style.text(label, as: .heading) + gap + line : blank + line
            }
        }
    }
}
