import CLinux
import CPowerCut
import Foundation
import Glibc
import Metadata
import Persistence
import Tagging

// What the tests of runs do in processes of their own, because it ends them or takes rights from them.
let arguments = CommandLine.arguments
func say(_ message: String, to descriptor: Int32 = STDOUT_FILENO) {
    let line = Array("\(message)\n".utf8)
    write(descriptor, line, line.count)
}
func fail(_ message: String) -> Never {
    say("TaggingProgram: \(message)", to: STDERR_FILENO)
    exit(2)
}
guard arguments.count >= 4 else { fail("usage: TaggingProgram tag|undo|power|names|limited|stop FOLDER MARK|KEPT") }
let (command, folder, argument) = (arguments[1], arguments[2], arguments[3])

/// Writes the mark into all photos, a few at a time.
func tag(_ mark: String, batch: Int, _ options: TaggingRun.Options) async throws {
    try await TaggingJournal.recover(in: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
    let run = TaggingRun(options: options)
    say("begin")
    var start = 0
    while start < names.count {
        let writes = names[start..<min(start + batch, names.count)].map { name in
            var status = stat()
            stat("\(folder)/\(name)", &status)
            return PhotoWrite(path: "\(folder)/\(name)", .patch(Patches.patch(name, Int(status.st_size), mark)))
        }
        for (outcome, name) in zip(await run.write(writes), names[start...]) {
            switch outcome.action {
            case .failed(let error): say("\(name) failed \(error.errno ?? 0) \(error.message)")
            default: say("\(name) \(outcome.action)")
            }
        }
        start += batch
    }
    await run.finish()
}

var options = TaggingRun.Options()
options.jobs = 2
options.inPlaceSize = 1000
do {
    switch command {
    case "tag": try await tag(argument, batch: 8, options)
    case "undo":
        say("begin")
        for await outcome in try await TaggingJournal.undo(argument == "all" ? .all : .newestRun, in: folder) {
            say("\(outcome.path) \(outcome.action)")
        }
    case "power", "names":
        powercut_begin(argument)
        let file = open(folder, O_RDONLY | O_DIRECTORY)
        if command == "names" {
            fsync(file)
        } else {
            guard clinux_sync_file_system(file) == 0 else { fail("no syncfs") }
            try await tag(arguments[4], batch: Int(arguments[5]) ?? 1, options)
        }
    case "limited":
        var limit = rlimit(rlim_cur: rlim_t(argument) ?? 0, rlim_max: .max)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        try await tag("limited", batch: 100, options)
    case "stop":
        try TaskCompletion.shared.setUp()
        options.makeCheck = {
            { _ in
                say("checking")
                while !TaskCompletion.shared.isStopping { usleep(1000) }
            }
        }
        try await tag(argument, batch: 1000, options)
    default: fail("\(command) is unknown")
    }
} catch { fail("\(error)") }
