import LKFormats

/// Finds where reading of a damaged GPX file can resume: at the next start of a point, a segment, a track, a route or a
/// waypoint.
///
/// A parser of XML cannot continue after damage. Another one gets the beginning of the file, so that it knows encoding and
/// namespaces, then the elements that are open, and then the rest of the file.
struct GPXResumption {
    /// The maximum number of resumptions of a file: each takes a parser, and a file that is damaged everywhere has no track.
    static let maximumCount = 10_000

    /// The elements that are open before each of these tags; no tag begins with another.
    private static let tags: [(tag: StaticString, open: StaticString)] = [
        ("<trkpt", "<trk><trkseg>"), ("<trkseg", "<trk>"), ("<rtept", "<rte>"), ("<trk>", ""), ("<rte>", ""),
        ("<wpt", ""),
    ]
    /// The length of the longest of these tags, in bytes.
    private static let maximumTagLength = 7
    /// The maximum length of a file's beginning that each parser gets again, in bytes.
    private static let maximumPrologLength = 4096

    /// The beginning of the file, up to the tag of its root element.
    private let prolog: [UInt8]
    /// Why the file could not be read, until a place to resume is found, and the line of that damage.
    private(set) var damage: TrackFormatError?
    private(set) var damageLine = 0
    /// The line up to which the file has been searched.
    private(set) var line = 0
    /// The number of resumptions so far.
    private(set) var count = 0
    /// The end of what was searched, where a tag may begin.
    private var tail: [UInt8] = []

    /// Where to resume.
    struct Place {
        /// What another parser gets first.
        let beginning: [UInt8]
        /// The rest of the bytes, from a tag on.
        let rest: ArraySlice<UInt8>
    }

    /// Creates the search for a file.
    ///
    /// - Parameter beginning: The first bytes of the file.
    init(_ beginning: ArraySlice<UInt8>) {
        let head = beginning.prefix(Self.maximumPrologLength)
        let root = head.indices.first { head[$0...].starts(with: "<gpx".utf8) }
        let end = root.flatMap { head[$0...].firstIndex(of: UInt8(ascii: ">")) }
        prolog = end.map { Array(head[...$0]) } ?? Array("<gpx>".utf8)
    }

    /// Begins a search after damage; ``place(in:)`` continues it.
    mutating func begin(_ damage: TrackFormatError, line: Int) {
        (self.damage, self.damageLine, self.line) = (damage, line, line)
        count += 1
        tail = []
    }

    /// Returns where to resume in the next bytes; `nil` if they contain no tag.
    mutating func place(in bytes: ArraySlice<UInt8>) -> Place? {
        let all = tail.isEmpty ? bytes : (tail + bytes)[...]
        tail = []
        var index = all.startIndex
        while let next = all[index...].firstIndex(of: UInt8(ascii: "<")) {
            line += all[index..<next].count { $0 == UInt8(ascii: "\n") }
            index = next
            if let open = Self.elements(at: all[next...]) {
                damage = nil
                return Place(beginning: prolog + open.utf8, rest: all[next...])
            }
            if all.count - (next - all.startIndex) < Self.maximumTagLength {
                tail = Array(all[next...])
                return nil
            }
            index += 1
        }
        line += all[index...].count { $0 == UInt8(ascii: "\n") }
        return nil
    }

    /// The lines of the repeated beginning of the file.
    var prologLines: Int { prolog.count { $0 == UInt8(ascii: "\n") } }

    /// Returns the elements that are open before a tag; `nil` for any other text.
    private static func elements(at bytes: ArraySlice<UInt8>) -> String? {
        for (tag, open) in tags where bytes.count >= tag.utf8CodeUnitCount {
            let isEqual = (0..<tag.utf8CodeUnitCount).allSatisfy { bytes[bytes.startIndex + $0] == tag.utf8Start[$0] }
            if isEqual { return open.description }
        }
        return nil
    }
}
