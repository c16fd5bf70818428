import Geocoding

/// `locate format`: addresses in the form of their countries, line by line in constant memory.
struct FormatCommand {
    private let options: FormatOptions
    private let output: Output
    private let name: String
    private var total = 0
    private var failed = 0

    private init(_ options: FormatOptions, name: String, output: Output) {
        self.options = options
        self.name = name
        self.output = output
    }

    /// Formats every address of the input.
    ///
    /// - Returns: ``ExitCode/partialFailure`` when lines could not be used; each is named on standard error.
    /// - Throws: What is wrong with the rest of the input, a signal's status, a failed write.
    static func run(_ options: FormatOptions, output: Output) throws(ToolError) -> ExitCode {
        // Where the system has no thread to watch with, signals end the process as they end others.
        let stop = try? StopRequest()
        let file = try InputFile(path: options.input, stop: stop)
        file.onWait = { () throws(ToolError) in try output.flush() }
        defer { file.onWait = nil }
        return try run(options, ByteStream { () throws(ToolError) in try file.read() }, name: file.name, output: output)
    }

    /// Formats every address of a stream.
    static func run(
        _ options: FormatOptions, _ stream: ByteStream, name: String, output: Output
    ) throws(ToolError) -> ExitCode {
        var command = FormatCommand(options, name: name, output: output)
        var blocks = LineBlocks(stream, .plain, name: name)
        while let block = try blocks.next() { try command.format(block) }
        guard command.failed > 0 else { return .success }
        Messages.note("\(command.failed) of \(command.total) addresses could not be used", command: "format")
        return .partialFailure
    }

    private mutating func format(_ block: LineBlocks.Block) throws(ToolError) {
        var rest = block.bytes[...]
        var number = block.line
        while !rest.isEmpty {
            let line = rest[..<(rest.firstIndex(of: 10) ?? rest.endIndex)]
            rest = rest[min(line.endIndex + 1, rest.endIndex)...]
            if line.contains(where: { $0 > 0x20 }) { try format(line, number) }
            number += 1
        }
    }

    private mutating func format(_ line: ArraySlice<UInt8>, _ number: Int) throws(ToolError) {
        if total > 0, !options.isJSON { try output.endLine() }
        total += 1
        switch AddressLine.address(line) {
        case .success(let address): try write(address)
        case .failure(let problem):
            failed += 1
            Messages.note("\(name):\(number): \(problem.text)", command: "format")
            if options.isJSON {
                try output.writeLine(JSONWriter.object { $0.member("error", problem.text) })
            }
        }
    }

    private func write(_ address: PostalAddress) throws(ToolError) {
        let lines = options.formatter.lines(for: address)
        guard options.isJSON else {
            for line in lines { try output.writeLine(line) }
            return
        }
        let string = options.formatter.string(for: address)
        try output.writeLine(
            JSONWriter.object { writer in
                writer.member("lines", lines)
                writer.member("string", string)
            })
    }
}
