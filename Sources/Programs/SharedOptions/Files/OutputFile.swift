import Glibc
package import LKCommandLine
package import LKStorage
import LKTracks

/// A kind of file that commands write, by which an earlier output is recognized and replaced.
///
/// The commands that write a kind declare it: ``new`` alone is here.
package struct OutputKind {
    /// The files that it replaces without `--force`.
    fileprivate let replacement: OutputFile.Replacement
    /// Why a file is kept, and what to do.
    fileprivate let refusal: String
    /// Whether it never replaces a track log.
    fileprivate var keepsLogs = true

    /// Creates a kind with a mark in its beginning.
    ///
    /// - Parameters:
    ///   - refusal: Why a file without the mark is kept, and what to do.
    ///   - isMarked: Whether a file that begins with some bytes is of this kind.
    package init(
        refusal: String = "was not made by locate; pass --force to replace it",
        isMarked: @escaping @Sendable ([UInt8]) -> Bool
    ) {
        replacement = .own(isMarked)
        self.refusal = refusal
    }

    /// Creates a kind without a mark: each existing file is kept.
    ///
    /// - Parameter refusal: Why a file is kept, and what to do.
    package init(unmarked refusal: String) {
        replacement = .nothing
        self.refusal = refusal
    }

    /// A file that replaces none.
    package static var new: OutputKind {
        var kind = OutputKind(unmarked: "is not replaced; pass --force to replace it, or name a new file")
        kind.keepsLogs = false
        return kind
    }
}

extension OutputKind {
    /// `--force`.
    package static let force = Flag("force", "replace an existing file that locate has not made")
}

extension OutputFile {
    /// Opens an output of a command, before work begins.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - kind: What is written.
    ///   - isForced: Whether a file that `locate` has not made is replaced.
    ///   - inputs: The files that the command reads; `-` is standard input.
    ///   - files: More of them.
    /// - Throws: ``ExitCode/cannotCreate``.
    package convenience init(
        _ path: String, _ kind: OutputKind, isForced: Bool = false, inputs: [String] = [],
        protecting files: [FileIdentity] = []
    ) throws(ToolError) {
        do throws(StorageError) {
            try Self.refuseLink(path)
            // It may be the only copy, and a recording may be in progress.
            guard !kind.keepsLogs || Self.isOwn(path, kind) || !TrackFile.isLog(path) else {
                throw StorageError(.exists, "\(path) is a track log, which is not replaced; name another file")
            }
            try self.init(
                path, replacing: isForced ? .everything : kind.replacement,
                inputs: inputs.flatMap(Self.identities) + files, refusal: kind.refusal)
        } catch {
            throw ToolError(.cannotCreate, error.message)
        }
    }

    /// Returns whether a file has the mark of this kind of output; for a damaged log that is only a likelihood, and an
    /// image may look like one.
    private static func isOwn(_ path: String, _ kind: OutputKind) -> Bool {
        guard case .own(let recognizes) = kind.replacement else { return false }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var beginning = [UInt8](repeating: 0, count: beginningSize)
        let count = read(file, &beginning, beginning.count)
        return count > 0 && recognizes(Array(beginning[..<count]))
    }

    /// Returns the files that a word of the command line names: a log has a second one.
    private static func identities(_ input: String) -> [FileIdentity] {
        if input == "-" { return FileIdentity(descriptor: STDIN_FILENO).map { [$0] } ?? [] }
        return TrackLog.inputs(of: input)
    }

    /// Writes the file, which replaces an existing one only once it is complete.
    ///
    /// - Parameter body: Writes to a descriptor, which is closed afterwards.
    /// - Throws: What `body` throws, and ``ExitCode/cannotCreate``.
    package func fill(_ body: (Int32) throws(ToolError) -> Void) throws(ToolError) {
        do { try write { file in try body(file) } } catch let error as ToolError { throw error } catch {
            throw ToolError(.cannotCreate, (error as? StorageError)?.message ?? "\(error)")
        }
    }

    /// Writes the file.
    ///
    /// - Parameter bytes: All of its content.
    /// - Throws: ``ExitCode/cannotCreate``, and ``ExitCode/ioError`` when the system does not take the bytes.
    package func fill(_ bytes: [UInt8]) throws(ToolError) {
        try fill { file throws(ToolError) in try Self.append(bytes, to: file, path) }
    }

    /// Writes bytes to an open file.
    ///
    /// - Throws: ``ExitCode/ioError`` when the system does not take them.
    package static func append(_ bytes: [UInt8], to file: Int32, _ path: String) throws(ToolError) {
        do throws(StorageError) { try write(bytes, to: file, path) } catch {
            throw ToolError(.ioError, error.message)
        }
    }
}
