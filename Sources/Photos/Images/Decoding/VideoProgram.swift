import CLKVideo
import FoundationEssentials
import Glibc

/// An external program that converts a video frame to PNG.
///
/// It runs in a separate process with limits on time and memory, because malicious files can crash or hang video
/// decoders. Loading libffmpegthumbnailer would expose this process to that, and libav's structures differ between
/// Debian 12 (libavformat 59) and 13 (61).
struct VideoProgram: Sendable {
    /// Its name, to be found in `PATH`, or its path.
    var name: String
    /// The arguments for a position and a longest side, `nil` for the video's own size.
    var arguments: @Sendable (_ position: Position, _ side: Int?) -> [String]

    /// The position of the frame in the video.
    enum Position: Sendable {
        /// A tenth of the duration, since the first frames are often black; in seconds if the duration is known.
        case tenth(seconds: Double?)
        case beginning
    }

    /// Why there is no image.
    enum Failure: Error {
        /// The program is not installed.
        case notInstalled
        /// Starting it or reading its output failed.
        case system(String, Int32)
        /// It failed, or printed nothing.
        case noOutput
        case tooLong
        case tooLarge
        case canceled
    }

    /// Used by file managers; its options are the same in all versions since 2.0.
    static let thumbnailer = VideoProgram(name: "ffmpegthumbnailer") { position, side in
        let time = if case .beginning = position { "0%" } else { "10%" }
        return ["-i", input, "-o", "-", "-c", "png", "-t", time, "-s", String(side ?? 0)]
    }

    /// Larger, but installed more often.
    static let ffmpeg = VideoProgram(name: "ffmpeg") { position, side in
        var time = 0.0
        if case .tenth(let seconds?) = position { time = seconds }
        // URLs in playlists are not fetched. Seeking to the nearest key frame avoids decoding the frames before it.
        return [
            "-nostdin", "-v", "error", "-protocol_whitelist", "file", "-noaccurate_seek", "-ss", fixed(time), "-i",
            input,
            "-map", "0:V:0", "-frames:v", "1",
        ]
            + (side.map { ["-vf", "scale=\($0):\($0):force_original_aspect_ratio=decrease"] } ?? [])
            + ["-f", "image2pipe", "-c:v", "png", "-"]
    }

    /// Passed without its name, which could be mistaken for an option or URL.
    private static let input = "/proc/self/fd/0"

    private static func fixed(_ seconds: Double) -> String {
        let milliseconds = Int((seconds.isFinite ? min(max(seconds, 0), 1e9) : 0) * 1000)
        let digits = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(milliseconds / 1000).\(digits)"
    }

    /// Runs the program until it exits.
    ///
    /// - Parameters:
    ///   - file: The descriptor of the video.
    ///   - position: The frame.
    ///   - side: The longest side; `nil` for the video's own size.
    ///   - bounds: The limits.
    ///   - isCancelled: Polled ten times a second.
    /// - Returns: Its output.
    /// - Throws: `Failure`.
    func run(
        _ file: Int32, _ position: Position, side: Int?, _ bounds: Bounds, _ isCancelled: (@Sendable () -> Bool)?
    ) throws(Failure) -> [UInt8] {
        guard let path = Self.find(name) else { throw .notInstalled }
        var variables = ProcessInfo.processInfo.environment
        // Locale-independent numbers.
        variables["LC_ALL"] = "C"
        // Per-thread arenas would each take 64 MiB of the address space limit.
        variables["MALLOC_ARENA_MAX"] = "2"
        let environment = variables.map { "\($0.key)=\($0.value)" }
        var output: Int32 = -1
        let limits = cvideo_limits(memory: UInt64(bounds.memory), seconds: UInt64(bounds.seconds.rounded(.up)))
        let process = Self.withStrings([name] + arguments(position, side)) { arguments in
            Self.withStrings(environment) { environment in
                cvideo_start(path, arguments, environment, file, limits, &output)
            }
        }
        guard process > 0 else { throw .system("start", errno) }
        defer { close(output) }
        do throws(Failure) {
            let bytes = try Self.read(output, process, bounds, isCancelled)
            guard let status = Self.wait(process, until: bounds.deadline) else { throw .tooLong }
            // Output of a failed run is incomplete.
            guard status == 0, !bytes.isEmpty else { throw .noOutput }
            return bytes
        } catch {
            if error.isUnderWay {
                kill(-process, SIGKILL)
                kill(process, SIGKILL)
                while waitpid(process, nil, 0) < 0, errno == EINTR {}
            }
            throw error
        }
    }

    /// The limits of a run.
    struct Bounds {
        /// The deadline, in milliseconds of the monotonic clock.
        var deadline: Int64
        /// The time limit, in seconds.
        var seconds: Double
        /// The limit of address space, in bytes.
        var memory: Int
        /// The limit of its output, in bytes.
        var output: Int

        /// Creates limits that start now.
        init(seconds: Double, memory: Int, output: Int) {
            self.seconds = min(max(seconds, 0), 86_400)
            deadline = VideoProgram.now() + Int64(self.seconds * 1000)
            self.memory = memory
            self.output = output
        }
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Finds a program in `PATH`.
    private static func find(_ name: String) -> String? {
        if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        // Skip the current folder, which an empty entry means.
        return path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first {
            access($0, X_OK) == 0
        }
    }

    private static func read(
        _ output: Int32, _ process: pid_t, _ bounds: Bounds, _ isCancelled: (@Sendable () -> Bool)?
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if isCancelled?() == true { throw .canceled }
            let left = bounds.deadline - now()
            guard left > 0 else { throw .tooLong }
            var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&poll, 1, Int32(min(left, 100))) > 0 else { continue }
            let count = Glibc.read(output, &part, part.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { throw .system("read", errno) }
            if count == 0 { return bytes }
            guard bytes.count + count <= bounds.output else { throw .tooLarge }
            bytes += part[..<count]
        }
    }

    /// Waits for a process to exit after it closed its output; `nil` on timeout.
    private static func wait(_ process: pid_t, until deadline: Int64) -> Int32? {
        while true {
            var status: Int32 = 0
            let code = waitpid(process, &status, WNOHANG)
            if code == process { return status }
            // Other code in this process has reaped all children.
            if code < 0, errno == ECHILD { return 0 }
            guard now() < deadline else { return nil }
            var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
            nanosleep(&pause, nil)
        }
    }

    private static func withStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { body(UnsafePointer($0.baseAddress.unsafelyUnwrapped)) }
    }
}

extension VideoProgram.Failure {
    /// Whether the process may still be running.
    fileprivate var isUnderWay: Bool {
        switch self {
        case .noOutput, .notInstalled: false
        case .system, .tooLong, .tooLarge, .canceled: true
        }
    }
}
