/// Plain `locate`: where am I.
enum LocateCommand {
    // TEMPORARY: the author of Positioning puts the real command here.
    static func run(_ options: LocateOptions, output: Output) throws(ToolError) -> ExitCode {
        throw .usage("positioning is not built in yet")
    }
}
