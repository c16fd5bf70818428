// What the tests of HTTP want a process of their own for: its environment, its limits, its descriptors and memory.
import Foundation
import LKHTTP

/// How many file descriptors this process has, and how many kilobytes of its memory are resident.
func resources() -> (descriptors: Int, kilobytes: Int) {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    let status = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("Rss:") } ?? ""
    return (descriptors, Int(line.filter(\.isNumber)) ?? 0)
}

func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

/// Fetches a URL so many times, eight at once.
func fetch(_ url: URL, _ count: Int, with client: HTTPClient) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
            group.addTask { for _ in 0..<count / 8 { _ = try await client.response(to: HTTPRequest(url)) } }
        }
        try await group.waitForAll()
    }
}

let arguments = CommandLine.arguments
guard arguments.count >= 3, let url = URL(string: arguments[2]) else { exit(64) }
let client = HTTPClient(userAgent: "HTTPProgram/1")
do {
    switch arguments[1] {
    case "get":
        let response = try await client.response(to: HTTPRequest(url))
        say("\(response.status) \(String(decoding: response.body, as: UTF8.self))")
    case "many":
        let count = Int(arguments[3]) ?? 0
        try await fetch(url, count / 4, with: client)
        let before = resources()
        try await fetch(url, count, with: client)
        let after = resources()
        say("\(before.descriptors) \(after.descriptors) \(before.kilobytes) \(after.kilobytes)")
    case "exhausted":
        // The library is loaded before, as it would not find its files without descriptors. The first client stays open, or
        // what it gives back would come too late to be taken.
        _ = try await client.response(to: HTTPRequest(url))
        defer { client.close() }
        var taken: [Int32] = []
        // Above those that the tests' process left open for it: else there would be none to give back.
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.compactMap { rlim_t($0) }
        let limit = (open?.max() ?? 0) + 32
        var few = rlimit(rlim_cur: limit, rlim_max: limit)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &few)
        while case let descriptor = dup(STDIN_FILENO), descriptor >= 0 { taken.append(descriptor) }
        let other = HTTPClient(userAgent: "HTTPProgram/1")
        do { _ = try await other.response(to: HTTPRequest(url)) } catch { say("\(error.code)") }
        for descriptor in taken { close(descriptor) }
        say("\(try await other.response(to: HTTPRequest(url)).status)")
    default: exit(64)
    }
} catch let error as HTTPError {
    say("\(error.code): \(error.message)")
    exit(1)
}
