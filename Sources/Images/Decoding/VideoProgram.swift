internal import CVideo
import FoundationEssentials
import Glibc

/// A program that makes a PNG of a frame of a video.
///
/// It runs as a process of its own, with bounds on its time and memory: files made for it crash decoders of video or keep them busy
/// for ever. The same decoders by `dlopen` of libffmpegthumbnailer would end or block this process, and libav's own structures differ
/// between Debian 12 (libavformat 59) and 13 (61).
struct VideoProgram: Sendable {
    /// Its name, which is looked for in `PATH`, or its path.
    var name: String
    /// The arguments for a share of the video's length and a longest side, `nil` for that of the video.
    var arguments: @Sendable (_ position: Position, _ side: Int?) -> [String]

    /// Where in the video the frame is.
    enum Position: Sendable {
        /// A tenth after the beginning, since the first frames are often black; in seconds where the length is known.
        case tenth(seconds: Double?)
        case beginning
    }

    /// What ended without a picture.
    enum Failure: Error {
        /// There is no such program.
        case notInstalled
        /// It could not be started, or not be read from.
        case system(String, Int32)
        /// It ended with nothing, or a signal ended it.
        case noPicture
        case tooLong
        case tooLarge
        case cancelled
    }

    /// What file managers use; its command is the same in all versions since 2.0.
    static let thumbnailer = VideoProgram(name: "ffmpegthumbnailer") { position, side in
        let time = if case .beginning = position { "0%" } else { "10%" }
        return ["-i", input, "-o", "-", "-c", "png", "-t", time, "-s", String(side ?? 0)]
    }

    /// The larger program, which more people have.
    static let ffmpeg = VideoProgram(name: "ffmpeg") { position, side in
        var time = 0.0
        if case .tenth(let seconds?) = position { time = seconds }
        // Addresses in a playlist are not fetched. The nearest frame that stands for itself comes without the ones before it.
        return [
            "-nostdin", "-v", "error", "-protocol_whitelist", "file", "-noaccurate_seek", "-ss", fixed(time), "-i",
            input,
            "-map", "0:V:0", "-frames:v", "1",
        ]
            + (side.map { ["-vf", "scale=\($0):\($0):force_original_aspect_ratio=decrease"] } ?? [])
            + ["-f", "image2pipe", "-c:v", "png", "-"]
    }

    /// The file, without its name: what is in it cannot be taken for an option or an address.
    private static let input = "/proc/self/fd/0"

    private static func fixed(_ seconds: Double) -> String {
        let milliseconds = Int((seconds.isFinite ? min(max(seconds, 0), 1e9) : 0) * 1000)
        let digits = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(milliseconds / 1000).\(digits)"
    }

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - file: A descriptor of the video.
    ///   - position: Which frame.
    ///   - side: The longest side wanted; `nil` for that of the video.
    ///   - bounds: What it may take.
    ///   - isCancelled: Asked ten times a second.
    /// - Returns: What it printed.
    /// - Throws: Why there is nothing.
    func run(
        _ file: Int32, _ position: Position, side: Int?, _ bounds: Bounds, _ isCancelled: (@Sendable () -> Bool)?
    ) throws(Failure) -> [UInt8] {
        guard let path = Self.find(name) else { throw .notInstalled }
        var variables = ProcessInfo.processInfo.environment
        // Numbers of one form.
        variables["LC_ALL"] = "C"
        // Each thread's own would take 64 MiB of the addresses that it may have.
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
            // What it printed before it failed is no whole picture.
            guard status == 0, !bytes.isEmpty else { throw .noPicture }
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

    /// What a run may take.
    struct Bounds {
        /// When it has to be over, in milliseconds of the monotonic clock.
        var deadline: Int64
        /// The same from its beginning, in seconds.
        var seconds: Double
        /// Of address space, in bytes.
        var memory: Int
        /// What it may print, in bytes.
        var output: Int

        /// Bounds from now on.
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

    /// The file of a program.
    private static func find(_ name: String) -> String? {
        if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        // Not in the folder that is just the current one, which an empty name means.
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
            if isCancelled?() == true { throw .cancelled }
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

    /// Waits for the end of a process that has closed its output; `nil` when it does not end in time.
    private static func wait(_ process: pid_t, until deadline: Int64) -> Int32? {
        while true {
            var status: Int32 = 0
            let code = waitpid(process, &status, WNOHANG)
            if code == process { return status }
            // Somebody else in this process waits for all children.
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
    /// Whether the process may still be there.
    fileprivate var isUnderWay: Bool {
        switch self {
        case .noPicture, .notInstalled: false
        case .system, .tooLong, .tooLarge, .cancelled: true
        }
    }
}
