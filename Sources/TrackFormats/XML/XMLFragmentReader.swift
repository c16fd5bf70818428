import XML

/// Reads one element out of a text, to see that it is one.
final class XMLFragmentReader: XMLHandler {
    private var fragment = XMLFragment(limit: 1 << 20)
    private var namespaces = XMLNamespaces()
    private var depth = 0
    private var usesUndeclared = false
    /// What errors call the text.
    private static let name = "extension"

    /// The element as it is kept.
    ///
    /// - Throws: ``TrackFormatError`` for what is not exactly one well-formed element, and for prefixes that it does not declare.
    static func read(_ text: String) throws(TrackFormatError) -> XMLFragment {
        let reader = XMLFragmentReader()
        let stream = try XMLStream.of(Self.name, handler: reader)
        try stream.feed(Array(text.utf8)[...], of: Self.name)
        if !text.isEmpty { try stream.feed([], of: Self.name) }
        let isComplete = withExtendedLifetime(reader) { !reader.usesUndeclared && !reader.fragment.isTooLong }
        guard isComplete else {
            throw TrackFormatError(code: .malformed, message: "the extension uses a prefix that it does not declare")
        }
        return reader.fragment
    }

    func start(_ tag: XMLTag) {
        depth += 1
        namespaces.enter(tag, depth: depth)
        fragment.start(tag, namespaces)
        var names = [tag.name]
        tag.forEachAttribute { name, _ in names.append(name) }
        for name in names {
            guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let prefix = String(decoding: name[..<colon], as: UTF8.self)
            if !["xml", "xmlns"].contains(prefix), namespaces.uri(of: prefix) == nil { usesUndeclared = true }
        }
    }

    func end() {
        _ = fragment.end()
        namespaces.leave(depth: depth)
        depth -= 1
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) { fragment.append(text: bytes) }
}
