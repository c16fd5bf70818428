/// TEMPORARY
enum DataInfoCommand {
    static func run(_ arguments: ParsedArguments, output: Output) throws(ToolError) {
        throw ToolError(.unavailable, "no places yet")
    }
}
