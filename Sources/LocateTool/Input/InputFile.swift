import Glibc
import Persistence

/// A file or standard input, read in chunks.
final class InputFile {
    /// The name in messages: the path, or `standard input`.
    let name: String

    /// The open descriptor, for readers that do their own reading.
    let descriptor: Int32

    private let stop: StopRequest?

    private static let chunkSize = 1 << 16

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - stop: What ends a wait for more.
    /// - Throws: ``ExitCode/noInput`` when it is missing, unreadable or a folder.
    init(path: String, stop: StopRequest? = nil) throws(ToolError) {
        self.stop = stop
        if path == "-" {
            name = "standard input"
            descriptor = STDIN_FILENO
            return
        }
        name = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ToolError(.noInput, "cannot open \(path): \(systemErrorText(errno)); check the name and its rights")
        }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw ToolError(.noInput, "cannot read \(path): it is a folder; name a file")
        }
    }

    private init(name: String, descriptor: Int32) {
        self.name = name
        self.descriptor = descriptor
        stop = nil
    }

    /// The same input from its beginning, after its first bytes were read to find out what it is.
    ///
    /// A pipe cannot be wound back; it goes into a temporary file without a name.
    func rewound(beginning: ArraySlice<UInt8>) throws(ToolError) -> InputFile {
        if lseek(descriptor, 0, SEEK_SET) == 0 { return self }
        guard let stream = tmpfile() else {
            throw ToolError(.cannotCreate, "cannot make a temporary file: \(systemErrorText(errno))")
        }
        defer { fclose(stream) }
        let copy = InputFile(name: name, descriptor: fcntl(fileno(stream), F_DUPFD_CLOEXEC, 3))
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

    /// The next bytes; empty at the end.
    func read() throws(ToolError) -> [UInt8] {
        while true {
            try stop?.wait(for: descriptor)
            var failure: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
                let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                failure = result < 0 ? errno : 0
                count = max(0, result)
            }
            if failure == 0 { return chunk }
            guard failure == EINTR else {
                throw ToolError(.ioError, "cannot read \(name): \(systemErrorText(failure))")
            }
        }
    }

    /// All bytes of a small file.
    ///
    /// - Throws: ``ExitCode/dataError`` when it is longer than `limit` bytes.
    static func contents(path: String, limit: Int) throws(ToolError) -> [UInt8] {
        let file = try InputFile(path: path)
        var bytes: [UInt8] = []
        while true {
            let chunk = try file.read()
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= limit else {
                throw ToolError(.dataError, "\(file.name) is longer than \(limit) bytes")
            }
        }
    }
}
