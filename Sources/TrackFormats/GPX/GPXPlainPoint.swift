import Formats

/// A `trkpt` as nearly all recorders write it, found among bytes without an XML parser.
///
/// Plain is a point that every parser of XML reads alike: latitude and longitude in double quotes and nothing else in its tag, in it
/// only elements of GPX that are understood and without attributes, in these only printable ASCII without what XML gives a
/// meaning to. The encodings that expat knows agree in these bytes, or have zeros between them.
struct GPXPlainPoint {
    /// An element in the point.
    struct Leaf {
        var name: GPXName
        /// The byte range of its text.
        var text: Range<Int>
        /// How many line ends are before it, from where the search began.
        var line: Int
    }

    private(set) var latitude = 0..<0
    private(set) var longitude = 0..<0
    private(set) var leaves: [Leaf] = []
    /// How many line ends are before the point, from where the search began.
    private(set) var line = 0
    /// How many there are until its end.
    private(set) var linesToEnd = 0

    /// The longest point read this way, in bytes; longer ones are left to the parser, which has its own limits.
    private static let longest = 4096

    private var index = 0
    private var end = 0

    /// Takes the next point.
    ///
    /// - Parameters:
    ///   - bytes: The content of a segment.
    ///   - start: Where the last point ends.
    /// - Returns: Where this one ends; `nil` when what comes next is no plain point, or is not all there.
    mutating func find(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        index = start
        end = min(bytes.count, start + Self.longest)
        leaves.removeAll(keepingCapacity: true)
        let lines = linesToEnd
        if skipSpace(bytes), findPoint(bytes) { return index }
        linesToEnd = lines
        return nil
    }

    private mutating func findPoint(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        line = linesToEnd
        guard skip("<trkpt", bytes), findPosition(bytes) else { return false }
        return skip("/>", bytes) || (skip(">", bytes) && findLeaves(bytes))
    }

    /// Goes through the attributes.
    private mutating func findPosition(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard isSpace(bytes), skipSpace(bytes) else { return false }
        let isLatitudeFirst = skip("lat=\"", bytes)
        guard isLatitudeFirst || skip("lon=\"", bytes) else { return false }
        let first = text(bytes)
        guard skip("\"", bytes), isSpace(bytes), skipSpace(bytes), skip(isLatitudeFirst ? "lon=\"" : "lat=\"", bytes)
        else { return false }
        let second = text(bytes)
        guard skip("\"", bytes), skipSpace(bytes) else { return false }
        (latitude, longitude) = isLatitudeFirst ? (first, second) : (second, first)
        return true
    }

    /// Goes through the elements until the point ends.
    private mutating func findLeaves(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        while skipSpace(bytes), skip("<", bytes) {
            if skip("/", bytes) { return skip("trkpt>", bytes) }
            let start = index
            while index < end, bytes[index] &- 0x61 < 26 { index += 1 }
            let tag = UnsafeBufferPointer(rebasing: bytes[start..<index])
            guard let name = GPXName(tag), name.isLeafOfPoint, skip(">", bytes) else { return false }
            leaves.append(Leaf(name: name, text: text(bytes), line: linesToEnd))
            guard skip("</", bytes), skip(tag, bytes), skip(">", bytes) else { return false }
        }
        return false
    }

    /// Goes over printable ASCII without `"`, `&`, `'`, `<`, `>` and `]`.
    private mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let start = index
        while index < end, case let byte = bytes[index], byte >= 0x20, byte < 0x7F {
            let isMarkup =
                byte < 0x40
                ? 1 << byte & (1 << 0x22 | 1 << 0x26 | 1 << 0x27 | 1 << 0x3C | 1 << 0x3E) != 0 : byte == 0x5D
            if isMarkup { break }
            index += 1
        }
        return start..<index
    }

    private func isSpace(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        index < end && (bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x09)
    }

    /// Goes over white space and counts its lines; `false` at an end of line in the style of old computers.
    private mutating func skipSpace(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        while index < end {
            switch bytes[index] {
            case 0x20, 0x09: index += 1
            case 0x0A:
                linesToEnd += 1
                index += 1
            case 0x0D:
                guard index + 1 < end, bytes[index + 1] == 0x0A else { return false }
                index += 1
            default: return true
            }
        }
        return false
    }

    private mutating func skip(_ wanted: StaticString, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        skip(UnsafeBufferPointer(start: wanted.utf8Start, count: wanted.utf8CodeUnitCount), bytes)
    }

    private mutating func skip(_ wanted: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard index + wanted.count <= end else { return false }
        for offset in wanted.indices where bytes[index + offset] != wanted[offset] { return false }
        index += wanted.count
        return true
    }
}

// Points that need no XML parser.
extension GPXParser {
    /// Takes the plain points that come next, if the parser is in a segment.
    ///
    /// - Parameter bytes: What the parser gets next.
    /// - Returns: How many bytes the parser does not need any more.
    func takePlainPoints(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard isInPlainSegment, let stream, stream.isBetweenTokens else { return 0 }
        var point = GPXPlainPoint()
        var position = 0
        let line = stream.line
        while let end = point.find(in: bytes, from: position) {
            startPoint(
                .trkpt, latitude: UnsafeBufferPointer(rebasing: bytes[point.latitude]),
                longitude: UnsafeBufferPointer(rebasing: bytes[point.longitude]), line: line + point.line)
            for leaf in point.leaves {
                plainLine = line + leaf.line
                set(leaf.name, UnsafeBufferPointer(rebasing: bytes[leaf.text]).span)
            }
            contexts.removeLast()
            finishPoint()
            position = end
        }
        plainLine = nil
        stream.skip(lines: point.linesToEnd)
        return position
    }
}
