/// Writes foreign elements back.
enum GPXExtensions {
    /// Returns whether a name is valid as a namespace prefix.
    static func isPrefix(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, !name.lowercased().hasPrefix("xml") else { return false }
        return (first.properties.isAlphabetic || first == "_")
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || "_-.".unicodeScalars.contains($0)
            }
    }

    /// Appends namespace declarations, sorted by prefix.
    static func declare(_ namespaces: [String: String], to bytes: inout [UInt8]) {
        for (prefix, uri) in namespaces.sorted(by: { $0.key < $1.key }) {
            bytes += prefix.isEmpty ? " xmlns=\"".utf8 : " xmlns:\(prefix)=\"".utf8
            XMLText.appendAttribute(uri, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// Appends an element, with declarations of the namespaces that are not declared around it.
    static func append(_ found: TrackPoint.Extension, declared: [String: String], to bytes: inout [UInt8]) {
        let missing = found.namespaces.filter { declared[$0.key] != $0.value }
        guard !missing.isEmpty else { return bytes += found.xml.utf8 }
        let head = found.xml.utf8.prefix { !" \t\r\n/>".utf8.contains($0) }
        bytes += head
        declare(missing, to: &bytes)
        bytes += found.xml.utf8[head.endIndex...]
    }

    /// Appends `<extensions>` with the elements; nothing if there are none.
    static func write(_ extensions: [TrackPoint.Extension], declared: [String: String], to bytes: inout [UInt8]) {
        guard !extensions.isEmpty else { return }
        bytes += "<extensions>" as StaticString
        for found in extensions { append(found, declared: declared, to: &bytes) }
        bytes += "</extensions>\n" as StaticString
    }
}

/// Writes the elements of a point, a track or the metadata in schema order, including preserved ones.
struct GPXElements {
    private let order: [GPXName]
    private let declared: [String: String]
    private var kept: [(rank: Int, found: TrackPoint.Extension)] = []
    private var inExtensions: [TrackPoint.Extension] = []

    init(_ extensions: [TrackPoint.Extension], order: [GPXName], declared: [String: String]) {
        self.order = order
        self.declared = declared
        guard !extensions.isEmpty else { return }
        for found in extensions {
            // Only links may be repeated; elements that are understood are written from their values.
            if found.place == .element, let name = GPXName(rawValue: String(found.localName)),
                !Self.understood.contains(name), let rank = order.firstIndex(of: name),
                name == .link || !kept.contains(where: { $0.rank == rank })
            {
                kept.append((rank, found))
            } else {
                inExtensions.append(found)
            }
        }
        kept = kept.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    }

    private static let understood: [GPXName] = [.ele, .time, .geoidheight, .name, .desc, .sym, .fix, .sat, .hdop]

    mutating func text(_ name: GPXName, _ text: String?, to bytes: inout [UInt8]) {
        guard let text else { return }
        element(name, to: &bytes) {
            XMLText.append(text, to: &$0)
            return true
        }
    }

    /// Writes an element after the preserved elements that precede it; nothing when the body has no value.
    mutating func element(_ name: GPXName, to bytes: inout [UInt8], _ body: (inout [UInt8]) -> Bool) {
        if !kept.isEmpty { writeKept(before: order.firstIndex(of: name) ?? order.count, to: &bytes) }
        let start = bytes.count
        bytes.append(UInt8(ascii: "<"))
        bytes += name.tag
        bytes.append(UInt8(ascii: ">"))
        guard body(&bytes) else { return bytes.removeLast(bytes.count - start) }
        bytes += "</" as StaticString
        bytes += name.tag
        bytes += ">\n" as StaticString
    }

    /// Writes the remaining preserved elements, and `<extensions>`.
    mutating func finish(to bytes: inout [UInt8], _ body: (inout [UInt8], [TrackPoint.Extension]) -> Void = { _, _ in })
    {
        if !kept.isEmpty { writeKept(before: order.count, to: &bytes) }
        let start = bytes.count
        bytes += "<extensions>" as StaticString
        let empty = bytes.count
        body(&bytes, inExtensions)
        if bytes.count == empty {
            for found in inExtensions { GPXExtensions.append(found, declared: declared, to: &bytes) }
        }
        if bytes.count == empty {
            bytes.removeLast(bytes.count - start)
        } else {
            bytes += "</extensions>\n" as StaticString
        }
    }

    private mutating func writeKept(before rank: Int, to bytes: inout [UInt8]) {
        while let first = kept.first, first.rank < rank {
            GPXExtensions.append(first.found, declared: declared, to: &bytes)
            bytes.append(10)
            kept.removeFirst()
        }
    }
}

/// Values of points in other programs' extensions, by the local names of their elements.
enum GPXPointExtension {
    private static let fields: [(name: StaticString, field: TrackField)] = [
        ("speed", .speed), ("course", .course), ("bearing", .course), ("accuracy", .horizontalAccuracy),
        ("hacc", .horizontalAccuracy), ("horizontalaccuracy", .horizontalAccuracy),
        ("h_accuracy", .horizontalAccuracy), ("vacc", .verticalAccuracy), ("verticalaccuracy", .verticalAccuracy),
        ("v_accuracy", .verticalAccuracy),
    ]

    /// Returns the quantity of an element; `nil` for elements that are preserved unchanged.
    static func field(_ name: Span<UInt8>) -> TrackField? {
        for known in fields where name.isWord(known.name) { return known.field }
        return nil
    }

    static func isKnown(_ name: UnsafeBufferPointer<UInt8>) -> Bool { field(name.span) != nil }
}
