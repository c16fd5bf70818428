import Glibc
import LKStorage

/// A file or standard input, read in chunks.
package final class InputFile {
    /// The name in messages: the path, or `standard input`.
    package let name: String

    /// The open descriptor, for readers that do their own reading.
    package let descriptor: Int32

    /// The size in bytes; `nil` for a file without one, such as a pipe.
    package let size: Int?

    /// Called before blocking for more input, to flush the results so far.
    package var onWait: (() throws(ToolError) -> Void)?

    private let stop: StopRequest?

    // Starts small for quick first results, then grows.
    private var chunkSize = 1 << 14
    private static let maximumChunkSize = 1 << 17

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - stop: What ends a wait for more.
    /// - Throws: ``ExitCode/noInput`` when it is missing, unreadable or a folder.
    package init(path: String, stop: StopRequest? = nil) throws(ToolError) {
        self.stop = stop
        if path == "-" {
            name = "standard input"
            descriptor = STDIN_FILENO
            size = Self.size(of: descriptor)
            return
        }
        name = path
        // Opening a named pipe would wait for its writer, and where signals are watched for they do not end that.
        let waits = stop != nil && TrustedPath.inputKind(path) == S_IFIFO
        do throws(TrustedPath.Refusal) {
            descriptor = try TrustedPath.openInput(path, waits ? O_NONBLOCK : 0)
        } catch {
            throw ToolError(
                .noInput,
                error.message("cannot open \(path)", opening: path, advice: "check the name and its permissions"))
        }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw ToolError(.noInput, "cannot read \(path): it is a folder; name a file")
        }
        size = Self.size(of: descriptor)
        if waits {
            try stop?.wait(for: descriptor)
            // Some readers use the descriptor directly and expect blocking reads.
            _ = fcntl(descriptor, F_SETFL, O_RDONLY)
        }
    }

    private init(name: String, descriptor: Int32, stop: StopRequest?) {
        self.name = name
        self.descriptor = descriptor
        self.stop = stop
        size = nil
    }

    /// Returns the length of a regular file, or `nil` for any other.
    private static func size(of descriptor: Int32) -> Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(exactly: status.st_size)
    }

    /// The number of bytes read; 0 for a file without a size.
    package var position: Int { size == nil ? 0 : max(0, lseek(descriptor, 0, SEEK_CUR)) }

    /// Returns the same input from its beginning, after its first bytes were read to detect the format.
    ///
    /// A pipe is copied to an unnamed temporary file.
    package func rewound(beginning: ArraySlice<UInt8>) throws(ToolError) -> InputFile {
        if lseek(descriptor, 0, SEEK_SET) == 0 { return self }
        guard let stream = tmpfile() else {
            throw ToolError(.cannotCreate, "cannot make a temporary file: \(systemErrorText(errno))")
        }
        defer { fclose(stream) }
        let copy = InputFile(name: name, descriptor: fcntl(fileno(stream), F_DUPFD_CLOEXEC, 3), stop: stop)
        let output = Output(descriptor: copy.descriptor, name: "a temporary file")
        try output.write(beginning)
        while true {
            let chunk = try read()
            if chunk.isEmpty { break }
            try output.write(chunk)
        }
        try output.flush()
        lseek(copy.descriptor, 0, SEEK_SET)
        return copy
    }

    deinit { if descriptor > STDIN_FILENO { Glibc.close(descriptor) } }

    /// Waits for more input or its end.
    ///
    /// - Throws: The signal's exit status as soon as one arrives, and the errors of ``onWait``.
    package func wait() throws(ToolError) {
        if let onWait, !isReady { try onWait() }
        try stop?.wait(for: descriptor)
    }

    private var isReady: Bool {
        if size != nil { return true }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
    }

    /// Returns the next bytes, empty at the end.
    package func read() throws(ToolError) -> [UInt8] {
        defer { chunkSize = min(2 * chunkSize, Self.maximumChunkSize) }
        while true {
            try wait()
            var failure: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
                let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                failure = result < 0 ? errno : 0
                count = max(0, result)
            }
            // Pipes return small chunks, and many chunks may be kept.
            if failure == 0 { return chunk.count < chunkSize / 2 ? Array(chunk[...]) : chunk }
            guard failure == EINTR else {
                throw ToolError(.ioError, "cannot read \(name): \(systemErrorText(failure))")
            }
        }
    }

    /// Returns all bytes of a small file.
    ///
    /// - Throws: ``ExitCode/dataError`` when it is longer than `maximumSize` bytes.
    package static func contents(path: String, maximumSize: Int) throws(ToolError) -> [UInt8] {
        let file = try InputFile(path: path)
        var bytes: [UInt8] = []
        while true {
            let chunk = try file.read()
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= maximumSize else {
                throw ToolError(.dataError, "\(file.name) is longer than \(maximumSize) bytes")
            }
        }
    }
}

/// Standard input, as commands read it in place of a file.
package enum StandardInput {
    /// What `-` is called in messages.
    package static let name = "standard input"

    /// Whether something was sent to it: a pipe, a socket or a file; not a terminal, nor `/dev/null`.
    package static var isGiven: Bool {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0 else { return false }
        return [S_IFIFO, S_IFSOCK, S_IFREG].contains(status.st_mode & S_IFMT)
    }
}

/// A temporary file with all of standard input or of a pipe, for input that is read repeatedly or at random offsets.
///
/// The file has no name if the system supports that, so that it never remains on the disk.
package final class SpooledInput {
    /// A path that opens the file from its beginning, as long as this object lives.
    package let path: String
    /// The open file.
    package let descriptor: Int32
    /// Whether ``path`` is a name that must be removed.
    private let isNamed: Bool

    /// How long the input may be silent before a message is shown, in milliseconds.
    private static let maximumSilence: Int32 = 2000

    /// Reads an input to its end.
    ///
    /// - Parameters:
    ///   - input: A pipe; `-` is standard input.
    ///   - note: Gets a sentence when nothing comes for two seconds.
    /// - Throws: ``ExitCode/cannotCreate`` where no temporary file can be made, ``ExitCode/ioError`` where it cannot be written,
    ///   and what reading throws.
    package init(_ input: String, note: (String) -> Void) throws(ToolError) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var name = Array("\(folder.isEmpty ? "/tmp" : folder)/locate-input-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else {
            throw ToolError(
                .cannotCreate, "cannot make a temporary file: \(systemErrorText(errno)); TMPDIR names its folder")
        }
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        let named = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let numbered = "/proc/self/fd/\(file)"
        isNamed = !OutputFile.isSame(named, numbered)
        if !isNamed { unlink(named) }
        path = isNamed ? named : numbered
        descriptor = file
        try copy(input, note)
    }

    deinit {
        close(descriptor)
        if isNamed { unlink(path) }
    }

    private func copy(_ path: String, _ note: (String) -> Void) throws(ToolError) {
        let input = try InputFile(path: path)
        let output = Output(descriptor: descriptor, name: "a temporary file")
        var isToldOf = false
        while true {
            var request = pollfd(fd: input.descriptor, events: Int16(POLLIN), revents: 0)
            if !isToldOf, poll(&request, 1, Self.maximumSilence) == 0 {
                note("waiting for the end of \(input.name), all of which is read first")
                isToldOf = true
            }
            let chunk = try input.read()
            if chunk.isEmpty { break }
            try output.write(chunk)
        }
        try output.flush()
        lseek(descriptor, 0, SEEK_SET)
    }
}
