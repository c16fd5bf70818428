import Glibc
import Persistence

/// Standard input, as commands read it in place of a file.
enum StandardInput {
    /// What `-` is called in messages.
    static let name = "standard input"

    /// Whether something was sent to it: a pipe, a socket or a file; not a terminal, nor `/dev/null`.
    static var isGiven: Bool {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0 else { return false }
        return [S_IFIFO, S_IFSOCK, S_IFREG].contains(status.st_mode & S_IFMT)
    }
}

/// All of standard input, or of a pipe, in a temporary file, for what is read more than once or from the middle.
///
/// The file has no name where the system allows that, so that nothing is left behind however the process ends.
final class SpooledInput {
    /// A path that opens the file from its beginning, as long as this object lives.
    let path: String
    /// The open file.
    let descriptor: Int32
    /// Whether ``path`` is a name that must be removed.
    private let isNamed: Bool

    /// So long a program may be silent before the user is told what is waited for.
    private static let patience: Int32 = 2000

    /// Reads an input to its end.
    ///
    /// - Parameters:
    ///   - input: A pipe; `-` is standard input.
    ///   - note: Gets a sentence when nothing comes for two seconds.
    /// - Throws: ``ExitCode/cannotCreate`` where no temporary file can be made, ``ExitCode/ioError`` where it cannot be written,
    ///   and what reading throws.
    init(_ input: String, note: (String) -> Void) throws(ToolError) {
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
            if !isToldOf, poll(&request, 1, Self.patience) == 0 {
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
