import Foundation

// A reader that goes away shows as an error of the write.
signal(SIGPIPE, SIG_IGN)
let arguments = Array(CommandLine.arguments.dropFirst())

if arguments.count == 4, arguments[0] == Reader.option, let reader = Reader(rawValue: arguments[1]),
    let port = UInt16(arguments[2]), let fixes = Int(arguments[3])
{
    reader.read(port: port, fixes: fixes)
}

if let role = arguments.first.flatMap(PhotoProgram.init) {
    do throws(BenchmarkError) { try role.run(Array(arguments.dropFirst())) } catch {
        BenchmarkCommand.say(error.message)
        exit(1)
    }
}

if arguments.contains("--help") {
    FileHandle.standardOutput.write(Data(BenchmarkCommand.usage.utf8))
    exit(0)
}

let command: BenchmarkCommand
do throws(BenchmarkError) { command = try BenchmarkCommand(arguments) } catch {
    BenchmarkCommand.say(error.message)
    exit(64)
}
exit(try command.run() ? 0 : 1)
