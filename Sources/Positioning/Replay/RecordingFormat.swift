import Formats
import Glibc
import TrackFormats

/// A recording: where it is, and what messages call it.
struct RecordingFile: Sendable {
    var path: String
    var name: String
}

/// What a recording is written in, told by its beginning and not by its name.
enum RecordingFormat: Sendable {
    /// gpsd's JSON, one report a line; other lines may stand between, as in gpsd's own test logs.
    case gpsdJSON
    /// NMEA 0183 sentences.
    case nmea
    /// GPX 1.0 or 1.1.
    case gpx
    /// Something else: a receiver's binary protocol, or no recording at all.
    case unknown

    /// How much of a file is looked at.
    ///
    /// Logs may begin with kilobytes of comments.
    static let headSize = 64 * 1024

    /// Looks at the beginning of a file.
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

    /// A recording is read more than once, so what gives its bytes only once, or never ends, is refused.
    private static func requireFile(_ file: RecordingFile) throws(PositioningError) {
        var status = stat()
        // What cannot be looked at cannot be opened either; opening it tells why.
        guard stat(file.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        let kind = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a pipe or device"
        throw PositioningError(.unreadable, "\(file.name) is \(kind), not a file; a recording is played from a file")
    }

    static func detect(head: ArraySlice<UInt8>) -> RecordingFormat {
        var text = head
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        if var wide = UTF16Text(beginning: head) {
            // The parser of XML reads UTF-16, too.
            let units = wide.units(head.dropFirst(2), isAtEnd: false)
            return units.first { ![9, 10, 13, 32].contains($0) } == 0x3C ? .gpx : .unknown
        }
        // Only the first thing in a file makes it XML: the bytes of a binary log may look like anything.
        let white: Set<UInt8> = [9, 10, 13, 32]
        if text.first(where: { !white.contains($0) }) == UInt8(ascii: "<") { return .gpx }
        var hasSentence = false
        for line in head.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            if line.starts(with: #"{"class":"#.utf8) { return .gpsdJSON }
            hasSentence = hasSentence || isSentence(line)
        }
        return hasSentence ? .nmea : .unknown
    }

    /// Whether a line looks like `$GPGGA,...`: a start, upper-case letters or digits, a comma.
    private static func isSentence(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first == UInt8(ascii: "$") || line.first == UInt8(ascii: "!"),
            let comma = line.firstIndex(of: UInt8(ascii: ","))
        else { return false }
        let name = line[line.index(after: line.startIndex)..<comma]
        return (3...9).contains(name.count) && name.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
    }
}
