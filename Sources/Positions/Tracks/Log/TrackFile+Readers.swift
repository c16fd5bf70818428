import Glibc
import LKGeo
import LKStorage
package import LKTrackFormats

// Readers of the elements of any file with tracks: logs of ``TrackRecorder`` and every format of `TrackFormat`.
extension TrackFile {
    /// The signature of SQLite databases; a track log is one.
    private static let database = Array("SQLite format 3\0".utf8)

    /// Opens a file to read its elements in order, in constant memory.
    ///
    /// - Parameters:
    ///   - path: The file; its format is detected from its content.
    ///   - salvaging: Whether to read the intact part of a damaged file, with a warning instead of an error.
    ///   - hints: What the file does not say itself; a track log says everything.
    /// - Returns: A reader.
    /// - Throws: `TrackFormatError` when it cannot be opened or is not a file with tracks.
    package static func reader(
        path: String, salvaging: Bool = false, hints: TrackFormat.Hints = TrackFormat.Hints()
    ) throws(TrackFormatError) -> any TrackReading {
        guard isLog(path) else {
            let chunks = try FileChunks(path: path)
            chunks.isSalvaged = salvaging
            let reader = try TrackFormat.reader(detecting: chunks, hints: hints)
            return salvaging ? SalvagingTrackReader(reader, of: chunks) : reader
        }
        guard hints == TrackFormat.Hints() else {
            throw TrackFormatError(
                code: .inapplicable, message: "\(path) is a track log, which says what its values mean")
        }
        if salvaging, let elements = SalvagedLogElements(path) { return elements }
        do throws(TrackError) { return try TrackLogElements(try TrackLog(path: path)) } catch {
            throw TrackFormatError(error)
        }
    }

    /// Reads elements in order from an open file or a pipe, in constant memory.
    ///
    /// - Parameters:
    ///   - fileDescriptor: A file at its beginning, or a pipe; the caller closes it.
    ///   - name: Its name in errors.
    ///   - salvaging: Whether to read the intact part of a damaged file, with a warning instead of an error.
    ///   - hints: What the file does not say itself; a track log says everything.
    /// - Returns: A reader.
    /// - Throws: `TrackFormatError` when it is not a file with tracks, and for a track log, which is a database and
    ///   must be opened by its path.
    package static func reader(
        fileDescriptor: Int32, name: String, salvaging: Bool = false, hints: TrackFormat.Hints = TrackFormat.Hints()
    ) throws(TrackFormatError) -> any TrackReading {
        let chunks = FileChunks(fileDescriptor: fileDescriptor, name: name)
        guard try !chunks.beginning(of: database.count).elementsEqual(database) else {
            throw TrackFormatError(
                code: .unreadable,
                message: "\(name) is a track log, which cannot be read from a pipe; save it to a file and name that"
            )
        }
        chunks.isSalvaged = salvaging
        let reader = try TrackFormat.reader(detecting: chunks, hints: hints)
        return salvaging ? SalvagingTrackReader(reader, of: chunks) : reader
    }

    /// Returns whether a file is an SQLite database, or a track log whose beginning is damaged.
    ///
    /// - Parameter path: The file.
    /// - Returns: `false` also for an unreadable file, and for a pipe, which is not opened.
    package static func isLog(_ path: String) -> Bool {
        guard let file = try? TrustedPath.openRegularInput(path) else { return false }
        defer { close(file) }
        var beginning = [UInt8](repeating: 0, count: database.count)
        guard pread(file, &beginning, beginning.count, 0) == beginning.count else { return false }
        // The pages of another kind of file may look like those of a log by chance.
        return beginning == database || !TrackFormat.isForeign(beginning) && TrackLogSalvage.isLikely(path)
    }
}

/// Reads a damaged file up to the damage, then ends with a warning instead of an error.
final class SalvagingTrackReader: TrackReadingWrapper {
    let reader: any TrackReading
    private let chunks: FileChunks
    private var damage: TrackWarnings.Warning?

    init(_ reader: any TrackReading, of chunks: FileChunks) {
        self.reader = reader
        self.chunks = chunks
    }

    var hasBufferedElements: Bool { damage != nil || reader.hasBufferedElements }
    var warnings: [TrackWarnings.Warning] { ([damage, repair].compactMap(\.self)) + reader.warnings }
    var warningCount: Int { reader.warningCount + (damage == nil ? 0 : 1) + (repair == nil ? 0 : 1) }

    /// What was repaired while reading.
    private var repair: TrackWarnings.Warning? {
        let count = chunks.repairedAmpersands
        guard count > 0 else { return nil }
        let message = count == 1 ? "a bare & is read as text" : "\(count) bare & are read as text"
        return TrackWarnings.Warning(line: 0, message: message)
    }

    /// Returns the next element; `nil` at the end of the file or at the damage.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable``, ``TrackFormatError/Code/refused`` and
    ///   ``TrackFormatError/Code/unwritable``, rethrown from the reader.
    func next() throws(TrackFormatError) -> TrackElement? {
        guard damage == nil else { return nil }
        do throws(TrackFormatError) { return try reader.next() } catch {
            guard error.code == .malformed || error.code == .tooLarge else { throw error }
            damage = TrackWarnings.Warning(line: 0, message: "\(error.message); what follows is lost")
            return nil
        }
    }
}

/// Reads what can be salvaged of a damaged track log as track elements.
final class SalvagedLogElements: TrackReading {
    private let salvage: TrackLogSalvage
    /// Whether SQLite finds the file intact.
    private let isSound: Bool
    private var waiting: ArraySlice<TrackElement>
    private var last: Location?
    private var isAtEnd = false
    private(set) var warnings: [TrackWarnings.Warning] = []
    private(set) var warningCount = 0

    var hasBufferedElements: Bool { true }

    /// Creates a reader after scanning a file; returns `nil` when it contains no part of a log.
    init?(_ path: String) {
        guard let salvage = try? TrackLogSalvage(path), salvage.isLog else { return nil }
        self.salvage = salvage
        isSound = (try? TrackLogFile.isSound(path)) == true
        salvage.isSound = isSound
        let about = TrackMetadata(name: salvage.about.name, note: salvage.about.note, time: salvage.about.created)
        waiting = [.metadata(about), .trackStart(TrackMetadata(name: about.name, note: about.note))]
    }

    func next() throws(TrackFormatError) -> TrackElement? {
        if let element = waiting.popFirst() { return element }
        while let item = salvage.next() {
            switch item {
            case .segment: return .segmentStart
            case .point(let point):
                last = point.location
                return .point(TrackPoint(point.location))
            case .waypoint(let waypoint): return .waypoint(TrackPoint(waypoint))
            case .note(let note):
                if let element = TrackElement(note, after: last) { return element }
                warn("a note before the first point has no position")
            }
        }
        if !isAtEnd, !isSound || !salvage.losses.isEmpty {
            isAtEnd = true
            let losses = salvage.losses.sentence.map { ": \($0)" } ?? ", and more may be missing than is known"
            warn("the log is damaged\(losses)")
        }
        return nil
    }

    private func warn(_ message: String) {
        warningCount += 1
        if warnings.count < 100 { warnings.append(TrackWarnings.Warning(line: 0, message: message)) }
    }
}

extension TrackFormatError {
    /// Creates an error from a track log error.
    init(_ error: TrackError) {
        let code: Code =
            switch error.code {
            case .damaged, .notATrackLog, .newerVersion: .malformed
            default: .unreadable
            }
        self.init(code: code, complete: error.message, advice: error.advice, underlying: error)
    }
}
