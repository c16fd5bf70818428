import CPeer
import Foundation
import LKGeo
import LKImages
import LKMetadata
import LKPhotos
import Synchronization

/// Processes of their own that do one thing with photos: this program in other roles.
enum PhotoProgram: String {
    /// `FOLDER CATALOG`: lists the photos of a folder with date and place, a line of JSON each.
    case list = "--photo-list"
    /// `FOLDER OUTPUT SIDE THREADS`: makes a small JPEG of each picture of a folder.
    case thumbnails = "--photo-thumbnails"
    /// `FOLDER`: replaces each file of a folder by a copy of it.
    case copy = "--photo-copy"

    /// Does its work; the life of the other process.
    func run(_ arguments: [String]) throws(BenchmarkError) -> Never {
        switch self {
        case .list:
            guard arguments.count == 2 else { exit(64) }
            try Self.list(arguments[0], catalog: arguments[1])
        case .thumbnails:
            guard arguments.count == 4, let side = Int(arguments[2]), let threads = Int(arguments[3]) else { exit(64) }
            try Self.makeThumbnails(arguments[0], arguments[1], side: side, threads: threads)
        case .copy:
            guard arguments.count == 1 else { exit(64) }
            let code = cpeer_copy(arguments[0])
            if code != 0 { throw BenchmarkError("cannot copy the files of \(arguments[0])", errno: code) }
        }
        exit(0)
    }

    private static func list(_ folder: String, catalog: String) throws(BenchmarkError) {
        let library = PhotoLibrary(
            folders: [URL(filePath: folder)], configuration: .init(catalog: URL(filePath: catalog)))
        let assets = try BlockingTask.run {
            let report = try await library.reload()
            if let problem = report.problems.first { throw BenchmarkError("\(problem)") }
            return library.allPhotos.assets
        }
        var text: [UInt8] = []
        for asset in assets {
            var line = "{\"path\":\"\(asset.path)\",\"type\":\"\(asset.type.rawValue)\""
            if let date = asset.date { line += ",\"date\":\"\(date.wallTime)\"" }
            if let place = asset.location?.coordinate {
                line += ",\"latitude\":\(place.latitude),\"longitude\":\(place.longitude)"
            }
            line += "}\n"
            text += line.utf8
            if text.count > 65_536 { try put(&text) }
        }
        try put(&text)
        try BlockingTask.run { await library.finishWriting() }
    }

    private static func put(_ text: inout [UInt8]) throws(BenchmarkError) {
        var done = 0
        while done < text.count {
            let count = text[done...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else { throw BenchmarkError("cannot print", errno: errno) }
            done += count
        }
        text.removeAll(keepingCapacity: true)
    }

    private static func makeThumbnails(
        _ folder: String, _ output: String, side: Int, threads: Int
    ) throws(BenchmarkError) {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch {
            throw BenchmarkError("\(error)")
        }
        let next = Atomic(0)
        let failures = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: max(threads, 1)) { @Sendable _ in
            let thumbnailer = Thumbnailer(cache: nil)
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < names.count else { return }
                do {
                    let small = try thumbnailer.thumbnail(of: "\(folder)/\(names[index])", side: side)
                    try small.jpegData(quality: 75).write(to: URL(filePath: "\(output)/\(names[index])"))
                } catch { failures.add(1, ordering: .relaxed) }
            }
        }
        if failures.load(ordering: .relaxed) > 0 { throw BenchmarkError("not all thumbnails were made") }
    }
}

/// What the tool can do with photos.
enum PhotoTool {
    static func canList(_ tool: String) -> Bool { knows("list", tool) }

    static func canTag(_ tool: String) -> Bool { knows("geotag", tool) }

    private static func knows(_ command: String, _ tool: String) -> Bool {
        guard access(tool, X_OK) == 0 else { return false }
        return (try? Program([tool, "photos", command, "--help"]).finish()) != nil
    }
}

/// The plain loop over libexiv2 in C++, compiled when it is needed: `Peers/exiv2_list.cpp`.
struct Exiv2Peer {
    private let folder: TemporaryFolder
    private var program: String { folder.path + "/exiv2_list" }

    /// Compiles it; `nil`, with a message, where compiler, library or source are missing.
    static func find() -> Exiv2Peer? {
        var parent = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        while parent.path != "/" {
            parent.deleteLastPathComponent()
            let source = parent.appendingPathComponent("Benchmarks/Peers/exiv2_list.cpp").path
            guard access(source, R_OK) == 0 else { continue }
            guard let folder = try? TemporaryFolder() else { break }
            let peer = Exiv2Peer(folder: folder)
            for compiler in ["g++", "clang++"] {
                let command = [compiler, "-O2", "-std=c++14", "-w", source, "-lexiv2", "-o", peer.program]
                if (try? Program(command).finish()) != nil { return peer }
            }
            break
        }
        BenchmarkCommand.say("photos.list: without libexiv2, which could not be compiled; install g++ and libexiv2-dev")
        return nil
    }

    /// What lists the pictures that lie directly in a folder.
    func command(_ path: String) -> [String] { [program, path] }
}

/// Lets a thread wait for tasks.
enum BlockingTask {
    private final class Answer<Value: Sendable>: Sendable {
        let value = Mutex<Result<Value, any Error>?>(nil)
    }

    /// Waits for a task of its own.
    ///
    /// - Throws: `BenchmarkError` with the words of whatever the task throws.
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) throws(BenchmarkError) -> Value {
        let answer = Answer<Value>()
        let isOver = DispatchSemaphore(value: 0)
        Task {
            do {
                let value = try await body()
                answer.value.withLock { $0 = .success(value) }
            } catch {
                answer.value.withLock { $0 = .failure(error) }
            }
            isOver.signal()
        }
        isOver.wait()
        switch answer.value.withLock({ $0 }) {
        case .success(let value): return value
        case .failure(let error as BenchmarkError): throw error
        case .failure(let error): throw BenchmarkError("\(error)")
        case nil: throw BenchmarkError("a task gave no answer")
        }
    }
}
