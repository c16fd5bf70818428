import FoundationEssentials
import Glibc
import LKPersistence
import LKStorage

/// Kills writers at random moments and looks at what they leave.
///
/// The writers are forked and not started, which is why this is a program of one thread: so two thousand take seconds.
struct Kills {
    var archiver: WriterArchiver
    var rounds: Int
    var seed: UInt64

    private static let key = "folder/record"

    /// - Throws: What the archiver throws; ends the process with a message when something is lost.
    func run() throws {
        typealias Fork = @convention(c) () -> pid_t
        guard let symbol = dlsym(nil, "fork") else { fail("there is no fork") }
        // Swift hides it, since a process with several threads must not.
        let fork = unsafeBitCast(symbol, to: Fork.self)
        var random = seed
        var number = 0
        try archiver.archive(Record(number: number, from: 0), forKey: Self.key)
        var changes = 0
        var round = 0
        // So that it shows something, some have to have come to write, which on a busy machine takes more of them.
        while round < rounds || changes <= rounds / 10 && round < 20 * rounds {
            defer { round += 1 }
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let child = fork()
            if child == 0 { write(from: number) }
            guard child > 0 else { fail("fork: \(String(cString: strerror(errno)))") }
            // Up to 1.5 ms: from before the first write to some writes later.
            usleep(UInt32(random >> 33) % 1500)
            kill(child, SIGKILL)
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            guard status & 0x7F == SIGKILL else { fail("round \(round): the writer ended by itself, \(status)") }
            guard let record = try archiver.unarchive(Record.self, forKey: Self.key) else {
                fail("round \(round): neither the old nor the new value is there")
            }
            guard record.isWhole, record.number >= number else { fail("round \(round): \(record.number) is mixed") }
            if record.number > number { changes += 1 }
            number = record.number
            let count = files(archiver.folder.path + "/folder")
            guard count <= 2 else { fail("round \(round): \(count) files") }
        }
        try archiver.archive(Record(number: number, from: 0), forKey: Self.key)
        let left = files(archiver.folder.path + "/folder")
        print("\(round) \(changes) \(number) \(left)")
    }

    private func write(from number: Int) -> Never {
        var number = number
        while true {
            number += 1
            do throws(StorageError) {
                try archiver.archive(Record(number: number, from: 0), forKey: Self.key)
            } catch { fail(error.message) }
        }
    }

    private func files(_ path: String) -> Int {
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count - 2
    }
}
