import LKFormats

/// A `trkpt` in the form that nearly all recorders write, parsed without an XML parser.
///
/// A point is plain if every XML parser reads it the same way: its tag contains only latitude and longitude in double
/// quotes, its children are known GPX elements without attributes, and their text is printable ASCII without characters
/// special to XML. The encodings that expat knows agree in these bytes, or have zeros between them.
struct GPXPlainPoint {
    /// An element of the point.
    struct Leaf {
        var name: GPXName
        /// The byte range of its text.
        var text: Range<Int>
        /// The number of newlines before it, from the start of the search.
        var line: Int
    }

    private(set) var latitude = 0..<0
    private(set) var longitude = 0..<0
    private(set) var leaves: [Leaf] = []
    /// The number of newlines before the point, from the start of the search.
    private(set) var line = 0
    /// The number of newlines up to the point's end.
    private(set) var linesToEnd = 0

    /// The longest plain point in bytes; longer ones are left to the parser, which has its own limits.
    private static let maximumLength = 4096

    private var index = 0
    private var end = 0

    /// Parses the next point.
    ///
    /// - Parameters:
    ///   - bytes: The content of a segment.
    ///   - start: The byte offset after the last point.
    /// - Returns: The byte offset after this point; `nil` when it is not plain or not complete.
    mutating func find(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        index = start
        end = min(bytes.count, start + Self.maximumLength)
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

    /// Parses the attributes.
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

    /// Parses the elements up to the end of the point.
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

    /// Skips printable ASCII other than `"`, `&`, `'`, `<`, `>` and `]`.
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

    /// Skips white space and counts its lines; returns `false` at a CR without LF.
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

// Points parsed without the XML parser.
extension GPXParser {
    /// Parses the plain points that come next, if the parser is in a segment.
    ///
    /// - Parameter bytes: The bytes not yet parsed.
    /// - Returns: The number of bytes consumed.
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
