import FoundationEssentials
import Glibc
import LKPersistence
import LKStorage

// What the tests of archives do in processes of their own, because it ends them or changes their rights.
let arguments = CommandLine.arguments
guard arguments.count >= 3 else { fail("usage: ArchiveWriter kills|count|limited|denied FOLDER [ARGUMENTS]") }
let writer = WriterArchiver(folder: URL(filePath: arguments[2]))
do {
    switch (arguments[1], arguments.dropFirst(3).map { Int($0) ?? 0 }) {
    case ("kills", let numbers) where numbers.count == 2:
        try Kills(archiver: writer, rounds: numbers[0], seed: UInt64(numbers[1])).run()
    case ("count", let numbers) where numbers.count == 2:
        // Half of the values under a key of its own, half under one that others write too.
        for number in 0..<numbers[1] {
            let isShared = number % 2 == 0
            try writer.archive(
                Record(number: number, from: numbers[0]), forKey: isShared ? "shared/key" : "own/\(numbers[0])")
        }
    case ("limited", _):
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 20_000, rlim_max: 20_000)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        try writer.archive([Double](repeating: 1, count: 100_000), forKey: "folder/key")
    case ("denied", _): try writer.archive(2, forKey: "folder/key")
    default: fail("\(arguments[1]) is unknown")
    }
} catch let error as StorageError {
    fail("\(error.systemError ?? 0) \(error.message)")
}
