import Glibc
import TrackFormats
import Tracks

/// A file of tracks that a command line names; `-` is standard input.
final class TrackInput {
    /// What messages call it.
    let name: String
    /// The path; `nil` for standard input.
    private let path: String?
    private var spool: SpooledInput?

    /// Takes a word of a command line.
    init(_ word: String) {
        path = word == "-" ? nil : word
        name = path ?? StandardInput.name
    }

    /// Makes sure that the input can be read several times: standard input and a pipe go into a temporary file.
    ///
    /// - Throws: As ``SpooledInput/init(_:note:)``.
    func allowRepetition(note: (String) -> Void) throws(ToolError) {
        guard spool == nil else { return }
        if let path {
            var status = stat()
            guard stat(path, &status) == 0, [S_IFIFO, S_IFCHR, S_IFSOCK].contains(status.st_mode & S_IFMT) else {
                return
            }
        }
        spool = try SpooledInput(path ?? "-", note: note)
    }

    /// Reads from the beginning.
    ///
    /// - Throws: `TrackFormatError`; a track log from standard input is refused, for only a file can be searched.
    func reader(salvaging: Bool) throws(TrackFormatError) -> any TrackReading {
        if let path, spool == nil { return try TrackFile.reader(path: path, salvaging: salvaging) }
        guard let spool else {
            return try TrackFile.reader(fileDescriptor: STDIN_FILENO, name: name, salvaging: salvaging)
        }
        lseek(spool.descriptor, 0, SEEK_SET)
        return try TrackFile.reader(fileDescriptor: spool.descriptor, name: name, salvaging: salvaging)
    }

    /// Whether it is a track log.
    var isLog: Bool { path.map(TrackFile.isLog) ?? false }
}
