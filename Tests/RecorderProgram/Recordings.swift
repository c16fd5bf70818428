import Glibc
import LKTracks

/// Goes on from the last point of the log, and prints the number of points whenever more are durable.
func recordUntilKilled(_ path: String, _ configuration: TrackRecorder.Configuration) async throws {
    var configuration = configuration
    // As many transactions as the disk can take, so that a kill meets many different moments.
    configuration.syncInterval = .zero
    let recorder = try TrackRecorder(path: path, configuration: configuration)
    let events = recorder.events
    say("open \(recorder.snapshot.pointCount)")
    let printer = Task {
        for await event in events {
            if case .recorded(let count) = event { say("\(count)") }
            if case .failed(let error) = event { fail(error.message) }
        }
    }
    var number = recorder.snapshot.pointCount
    while true {
        // Bursts of different lengths, and a mark now and then.
        for _ in 0..<(number % 17 + 1) {
            number += 1
            await recorder.appendWaiting(Points.fix(number))
        }
        if number % 5 == 0 { recorder.mark(name: "\(number)") }
        try await recorder.flush()
        if printer.isCancelled { break }
    }
}

/// Records until files may not grow any more, then until they may again.
func recordBeyondLimit(_ path: String, _ configuration: TrackRecorder.Configuration) async throws {
    signal(SIGXFSZ, SIG_IGN)
    var configuration = configuration
    configuration.syncInterval = .zero
    configuration.maximumPendingItems = 100
    let recorder = try TrackRecorder(path: path, configuration: configuration)
    let events = recorder.events
    var limit = rlimit(rlim_cur: 150_000, rlim_max: .max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    var number = 0
    while recorder.snapshot.error == nil {
        number += 1
        recorder.append(Points.fix(number))
        try? await recorder.flush()
    }
    let atFailure = recorder.snapshot
    say("failed \(atFailure.status) \(atFailure.pointCount) \(number) \(atFailure.error?.message ?? "")")
    // Far more than may wait.
    for _ in 0..<1000 {
        number += 1
        recorder.append(Points.fix(number))
    }
    say("pending \(recorder.snapshot.pendingCount) \(recorder.snapshot.suppressed[.notWritten] ?? 0)")
    limit.rlim_cur = .max
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    for await event in events {
        if case .recovered = event { break }
    }
    number += 1
    recorder.append(Points.fix(number))
    try await recorder.finish()
    let atEnd = recorder.snapshot
    say("finished \(atEnd.status) \(atEnd.pointCount) \(number) \(atEnd.suppressed[.notWritten] ?? 0)")
}

/// Records many fixes as fast as it can, and prints how much memory is resident on the way.
func soak(_ path: String, _ configuration: TrackRecorder.Configuration, _ count: Int) async throws {
    let recorder = try TrackRecorder(path: path, configuration: configuration)
    for number in 1...count {
        await recorder.appendWaiting(Points.fix(number))
        if number % max(count / 10, 1) == 0 { say("memory \(number) \(residentMemory())") }
    }
    try await recorder.finish()
    say("finished \(recorder.snapshot.pointCount)")
}

/// Kibibytes of memory that belong to this process alone.
func residentMemory() -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return -1 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    var memory = 0
    while fgets(&line, 256, file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if text.hasPrefix("RssAnon:") { memory = Int(text.split(whereSeparator: \.isWhitespace)[1]) ?? -1 }
    }
    return memory
}
