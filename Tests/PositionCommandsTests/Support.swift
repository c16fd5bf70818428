@testable import LKCommandLine
@testable import LKPositionCommands

extension LocationReport {
    /// The report as the tool prints it in a form, without the end of the line.
    func printed(as format: OutputFormat) -> String {
        let record = FixRecord(report: self, sky: nil, isLine: false, columns: nil, style: .plain)
        var bytes: [UInt8] = []
        format.form.appendLine(record, .fixes, to: &bytes)
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}
