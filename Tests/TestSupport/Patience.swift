/// Runs something that is given a time with longer and longer ones, until it comes out as expected.
///
/// How long gpsd, a program and this process take to hear of each other is the affair of the machine and of what else it does. So a
/// run that ended before it could know is tried again with three times the time; what is wrong stays wrong.
///
/// ```swift
/// let end = try await patiently(0.8, until: { $0.status == 69 }) { try await run("--timeout", "\($0)") }
/// ```
///
/// - Parameters:
///   - seconds: The first time, enough on a quiet machine.
///   - isExpected: Whether an outcome is the one that is wanted.
///   - run: Runs it with a time in seconds.
/// - Returns: The first outcome that is expected, or the last.
/// - Throws: What `run` and `isExpected` throw.
public func patiently<Outcome>(
    _ seconds: Double, until isExpected: (Outcome) throws -> Bool, _ run: (Double) async throws -> Outcome
) async throws -> Outcome {
    var seconds = seconds
    while true {
        let outcome = try await run(seconds)
        if try isExpected(outcome) || seconds > 15 { return outcome }
        seconds *= 3
    }
}
