import LKFormats

/// An element that is serialized again while the parser processes it.
///
/// Drops white space between elements. ``drop()`` removes a nested element at its end, together with parents that
/// become empty.
struct XMLFragment {
    private(set) var bytes: [UInt8] = []
    /// The prefixes used but not declared inside, with their URIs; see ``TrackPoint/Extension/namespaces``.
    private(set) var namespaces: [String: String] = [:]
    /// Whether it exceeded the size limit and is not kept.
    private(set) var isTooLong = false

    private struct Open {
        var name: String
        /// The byte offset of its start tag.
        var start: Int
        var hasAttributes: Bool
        var hasChildren = false
        /// Whether its start tag still lacks `>`.
        var isPending = true
        /// Whether this element completed its parent's start tag.
        var closedParent = false
        var declared: [String] = []
    }

    private var open: [Open] = []
    private var text: [UInt8] = []
    private let maximumSize: Int

    init(maximumSize: Int) { self.maximumSize = maximumSize }

    /// The element as text.
    var xml: String { String(decoding: bytes, as: UTF8.self) }

    /// The number of open elements.
    var depth: Int { open.count }

    /// Whether the current element has neither attributes nor child elements.
    var isPlainLeaf: Bool { open.last.map { !$0.hasChildren && !$0.hasAttributes } ?? false }

    /// Calls `body` with the local name and the text of the current element.
    func withCurrent<T>(_ body: (Span<UInt8>, Span<UInt8>) -> T) -> T {
        let name = Array((open.last?.name.utf8.split(separator: UInt8(ascii: ":")).last ?? ""[...].utf8))
        return body(name.span, text.span)
    }

    mutating func start(_ tag: XMLTag, _ scope: XMLNamespaces) {
        let name = String(decoding: tag.name, as: UTF8.self)
        guard !isTooLong else { return open.append(Open(name: name, start: 0, hasAttributes: false)) }
        flushText(isBeforeElement: true)
        let closesParent = open.last?.isPending ?? false
        closeTag()
        if !open.isEmpty { open[open.count - 1].hasChildren = true }
        var element = Open(name: name, start: bytes.count, hasAttributes: false)
        element.closedParent = closesParent
        append("<")
        bytes += tag.name
        let isRoot = open.isEmpty
        var prefixes = [Self.prefix(of: name)]
        tag.forEachAttribute { key, value in
            if let prefix = XMLNamespaces.declared(key) {
                // The outermost element's declarations are kept separately.
                if isRoot { return }
                element.declared.append(prefix)
            } else {
                element.hasAttributes = true
                let prefix = Self.prefix(of: String(decoding: key, as: UTF8.self))
                if !prefix.isEmpty { prefixes.append(prefix) }
            }
            append(" ")
            bytes += key
            append("=\"")
            XMLText.append(utf8: value, isAttribute: true, to: &bytes)
            append("\"")
        }
        open.append(element)
        for prefix in prefixes where prefix != "xml" && !open.contains(where: { $0.declared.contains(prefix) }) {
            note(prefix, scope)
        }
        check()
    }

    /// Ends the current element; returns `true` if it was the outermost.
    mutating func end() -> Bool {
        guard let element = open.last else { return true }
        guard !isTooLong else {
            open.removeLast()
            return open.isEmpty
        }
        flushText(isBeforeElement: element.hasChildren)
        let isPending = open[open.count - 1].isPending
        if isPending {
            append("/>")
        } else {
            append("</\(element.name)>")
        }
        open.removeLast()
        check()
        return open.isEmpty
    }

    /// Ends the current element and discards it; returns `true` if it was the outermost.
    mutating func drop() -> Bool {
        text.removeAll(keepingCapacity: true)
        guard let element = open.popLast(), !isTooLong else { return open.isEmpty }
        bytes.removeLast(bytes.count - element.start)
        if element.closedParent, !open.isEmpty {
            bytes.removeLast()
            open[open.count - 1].isPending = true
        }
        return open.isEmpty
    }

    /// Whether the current element is empty after its child elements were removed.
    var isEmptied: Bool {
        guard let element = open.last else { return false }
        return element.hasChildren && element.isPending && !element.hasAttributes
            && !text.contains { $0 > 0x20 }
    }

    mutating func append(text more: UnsafeBufferPointer<UInt8>) {
        guard !isTooLong else { return }
        text += more
        if text.count + bytes.count > maximumSize {
            isTooLong = true
            check()
        }
    }

    private mutating func closeTag() {
        guard let element = open.last, element.isPending else { return }
        open[open.count - 1].isPending = false
        append(">")
    }

    private mutating func flushText(isBeforeElement: Bool) {
        defer { text.removeAll(keepingCapacity: true) }
        guard !text.isEmpty, !open.isEmpty else { return }
        if isBeforeElement, !text.contains(where: { $0 > 0x20 }) { return }
        closeTag()
        XMLText.append(utf8: text, isAttribute: false, to: &bytes)
    }

    private mutating func note(_ prefix: String, _ scope: XMLNamespaces) {
        guard namespaces[prefix] == nil else { return }
        if let uri = scope.uri(of: prefix) {
            if !(prefix.isEmpty && uri == GPXNamespace.gpx) { namespaces[prefix] = uri }
        } else if !prefix.isEmpty {
            // Some files lack declarations; declare all prefixes when writing.
            namespaces[prefix] = "urn:undeclared:\(prefix)"
        }
    }

    private static func prefix(of name: String) -> String {
        name.utf8.firstIndex(of: UInt8(ascii: ":")).map { String(name[..<$0]) } ?? ""
    }

    private mutating func append(_ text: String) { bytes += text.utf8 }

    /// Discards the content as soon as it is too long.
    private mutating func check() {
        if bytes.count > maximumSize { isTooLong = true }
        if isTooLong {
            bytes.removeAll()
            text.removeAll()
        }
    }
}

/// Parses one element from a text, to validate it.
final class XMLFragmentReader: XMLHandler {
    private var fragment = XMLFragment(maximumSize: 1 << 20)
    private var namespaces = XMLNamespaces()
    private var depth = 0
    private var usesUndeclared = false
    /// The name of the text in messages.
    private static let name = "extension"

    /// Returns the parsed element.
    ///
    /// - Throws: ``TrackFormatError`` unless the text is exactly one well-formed element that declares its prefixes.
    static func read(_ text: String) throws(TrackFormatError) -> XMLFragment {
        let reader = XMLFragmentReader()
        let bytes = Array(text.utf8)
        let stream = try XMLStream.of(FileChunks(bytes: bytes, name: Self.name), handler: reader)
        try stream.feed(bytes[...], of: Self.name)
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
