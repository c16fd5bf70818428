/// The end of a command that could not do what it was asked: an exit status and a sentence for a person.
struct ToolError: Error, Equatable {
    /// The exit status.
    var code: ExitCode

    /// What happened and what to do, without the `locate: COMMAND:` in front; empty when there is nothing to say.
    var message: String

    init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The command line makes no sense.
    static func usage(_ message: String) -> ToolError { ToolError(.usage, message) }
}
