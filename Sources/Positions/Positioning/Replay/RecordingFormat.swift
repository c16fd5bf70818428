import Glibc
import LKFormats
import LKStorage
import LKTrackFormats

/// A recording: its path, and its name in messages.
struct RecordingFile: Sendable {
    var path: String
    var name: String
}

/// The format of a recording, detected from its beginning.
enum RecordingFormat: Sendable {
    /// gpsd's JSON, one report per line; other lines are allowed, as in gpsd's own test logs.
    case gpsdJSON
    /// NMEA 0183 sentences.
    case nmea
    /// GPX 1.0 or 1.1.
    case gpx
    /// Anything else: a receiver's binary protocol, or not a recording.
    case unknown

    /// The number of bytes inspected.
    ///
    /// Logs may begin with kilobytes of comments.
    static let headSize = 64 * 1024

    /// Detects the format.
    ///
    /// - Throws: `PositioningError` with the code `unreadable`, or `malformed` when the file is empty.
    static func detect(_ file: RecordingFile) throws(PositioningError) -> RecordingFormat {
        try requireFile(file)
        var head: [UInt8] = []
        do {
            let chunks = try FileChunks(path: file.path, name: file.name, size: headSize)
            while head.count < headSize {
                let chunk = try chunks.next()
                if chunk.isEmpty { break }
                head += chunk
            }
        } catch { throw PositioningError(error) }
        guard !head.isEmpty else {
            throw PositioningError(.malformed, "\(file.name) is empty; a recording holds gpsd JSON, NMEA 0183 or GPX")
        }
        return detect(head: head[...])
    }

    /// Rejects pipes and devices, because a recording is read more than once.
    private static func requireFile(_ file: RecordingFile) throws(PositioningError) {
        // Opening an inaccessible file will report the error.
        guard let found = TrustedPath.inputKind(file.path), found != S_IFREG else { return }
        let kind = found == S_IFDIR ? "a folder" : "a pipe or device"
        throw PositioningError(.unreadable, "\(file.name) is \(kind), not a file; a recording is played from a file")
    }

    static func detect(head: ArraySlice<UInt8>) -> RecordingFormat {
        var text = head
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        if var wide = UTF16Text(beginning: head) {
            // The XML parser also reads UTF-16.
            let units = wide.units(head.dropFirst(2), isAtEnd: false)
            return units.first { ![9, 10, 13, 32].contains($0) } == 0x3C ? .gpx : .unknown
        }
        // Check for XML only at the beginning: a binary log may contain any bytes.
        let white: Set<UInt8> = [9, 10, 13, 32]
        if text.first(where: { !white.contains($0) }) == UInt8(ascii: "<") { return .gpx }
        var hasSentence = false
        for line in head.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            if line.starts(with: #"{"class":"#.utf8) { return .gpsdJSON }
            hasSentence = hasSentence || isSentence(line)
        }
        return hasSentence ? .nmea : .unknown
    }

    /// Returns whether a line looks like `$GPGGA,...`: a start, upper-case letters or digits, a comma.
    private static func isSentence(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first == UInt8(ascii: "$") || line.first == UInt8(ascii: "!"),
            let comma = line.firstIndex(of: UInt8(ascii: ","))
        else { return false }
        let name = line[line.index(after: line.startIndex)..<comma]
        return (3...9).contains(name.count) && name.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
    }
}
