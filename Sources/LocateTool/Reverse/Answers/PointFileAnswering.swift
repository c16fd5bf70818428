/// Something that answers for every point of a file, in order.
protocol PointFileAnswering: AnyObject {
    /// Answers for all points.
    ///
    /// - Parameter isCSV: Whether the input is CSV, which decides about a header.
    /// - Returns: ``ExitCode/partialFailure`` when some could not be answered for; each was named on standard error.
    /// - Throws: What is wrong with the rest of the input, a signal's status, a failed write. What is printed stays well-formed
    ///   up to there.
    func run(isCSV: Bool) throws(ToolError) -> ExitCode

    /// Answers for all that has come, and hands it over: who waits for more input shows what is done.
    func catchUp() throws(ToolError)

    /// How many points could not be answered for, as a sentence; `nil` when all could.
    var summary: String? { get }
}
