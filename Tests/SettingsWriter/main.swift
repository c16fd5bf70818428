import Glibc
import LKPersistence
import LKStorage

// Another process for the tests of settings: SettingsWriter WHAT FILE [ARGUMENT...].
let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(64) }
let settings = WriterSettings(store: SettingsStore(path: arguments[2]))

/// Prints a line that the test sees at once.
@Sendable func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
}

switch arguments[1] {
case "write":
    // Different keys, many times, and ends at once: WHAT FILE NAME COUNT.
    let name = arguments[3]
    for number in 0..<(Int(arguments[4]) ?? 0) {
        settings.store["\(name).\(number % 100)"] = .integer(Int128(number))
        settings.store[name] = .integer(Int128(number))
    }
case "count":
    // Adds one so many times, each safe on the disk.
    for _ in 0..<(Int(arguments[3]) ?? 0) { try settings.$count.update { $0 += 1 } }
case "forever":
    // Tells each number once it is safe, until somebody kills it.
    for number in 1... {
        settings.count = number
        try settings.synchronize()
        say("\(number)")
    }
case "set":
    settings.text = arguments[3]
    exit(0)
case "limited":
    // No file may be longer than so many bytes, as on a full disk.
    var limit = rlimit(rlim_cur: rlim_t(arguments[3]) ?? 0, rlim_max: rlim_t(arguments[3]) ?? 0)
    signal(SIGXFSZ, SIG_IGN)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    do throws(StorageError) {
        try settings.set(\.text, to: String(repeating: "x", count: 10_000))
        say("written")
    } catch {
        say("\(settings.text.count) \(settings.lastError == error) \(error.message)")
    }
case "read":
    do throws(StorageError) { try settings.set(\.count, to: 7) } catch {
        say("\(settings.count) \(error.message)")
    }
case "upgrade":
    // Tells that it starts, whether it upgrades, and what came of it.
    say("starting")
    UpgradedSettings.announce(besides: arguments[2])
    let upgraded = UpgradedSettings(store: settings.store)
    let version = settings.store["@version"].flatMap { if case .integer(let number) = $0 { number } else { nil } }
    say("\(upgraded.pause) \(version ?? 0)")
case "home":
    // A folder whose name is not valid UTF-8.
    setenv("XDG_CONFIG_HOME", [0x2F, 0x74, 0x6D, 0x70, 0x2F, 0xFF, 0].map { CChar(bitPattern: $0) }, 1)
    let store = SettingsStore(name: "lost")
    say("\(store.path ?? "none") \(store.lastError?.message.contains("not valid UTF-8") == true)")
case "locked":
    // Ends while another holds the lock, here by a second opening, and tells what went wrong.
    let path = arguments[2].split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/.settings.plist.lock"
    let lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard flock(lock, LOCK_EX) == 0 else { exit(71) }
    settings.store.onError { say($0.message) }
    settings.text = arguments[3]
    // The thread that writes has the lock's file open as soon as it waits.
    func openings() -> Int {
        (0..<64).count { descriptor in
            var buffer = [CChar](repeating: 0, count: 4096)
            let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
            let target = String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return target.hasSuffix(".settings.plist.lock")
        }
    }
    while openings() < 2 { sched_yield() }
    exit(0)
default: exit(64)
}
