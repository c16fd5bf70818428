import CPowerCut
import Glibc
import LKTracks

// What the tests of recordings do in processes of their own, because it ends them, fills disks or takes memory.
let arguments = CommandLine.arguments
func say(_ message: String, to descriptor: Int32 = STDOUT_FILENO) {
    let line = Array("\(message)\n".utf8)
    write(descriptor, line, line.count)
}
func fail(_ message: String) -> Never {
    say("RecorderProgram: \(message)", to: STDERR_FILENO)
    exit(1)
}
guard arguments.count >= 3 else { fail("usage: RecorderProgram record|power|hold|limited|soak FILE [ARGUMENT]") }
let path = arguments[2]
var configuration = TrackRecorder.Configuration()
configuration.visits = nil
do {
    switch arguments[1] {
    case "record": try await recordUntilKilled(path, configuration)
    case "power":
        powercut_begin(arguments[3])
        try await recordUntilKilled(path, configuration)
    case "hold":
        let recorder = try TrackRecorder(path: path, configuration: configuration)
        recorder.append(Points.fix(1))
        try await recorder.flush()
        say("held")
        while true { pause() }
    case "limited": try await recordBeyondLimit(path, configuration)
    case "soak":
        guard let count = Int(arguments[3]) else { fail("no number") }
        try await soak(path, configuration, count)
    default: fail("\(arguments[1]) is unknown")
    }
} catch { fail("\(error)") }
