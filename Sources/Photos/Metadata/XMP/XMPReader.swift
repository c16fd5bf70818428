import LKFormats

/// Parses the RDF of a packet element by element, and keeps the texts of known properties.
///
/// RDF has many equivalent forms: a property is an attribute or an element, a struct is a nested `Description`,
/// `parseType="Resource"` or attributes, and each value may have qualifiers. All are supported; values nested deeper
/// than a struct's members are skipped.
///
/// Source: ISO 16684-1, clause 7; W3C RDF/XML Syntax (2014).
final class XMPReader: XMLHandler {
    /// The longest text kept, in bytes.
    static let maximumTextLength = 1 << 16
    /// The maximum number of names of elements and attributes looked up; edit histories with more are skipped.
    static let maximumNames = 1 << 17

    private(set) var values = XMPValues()
    /// Whether RDF was found.
    private(set) var hasRDF = false
    /// Whether the RDF was complete; padding and leftovers of writers follow it.
    private(set) var isComplete = false
    /// Whether the limit of names was exceeded, so that nothing further is found.
    var isExhausted: Bool { nameCount > Self.maximumNames }
    private var nameCount = 0

    private enum Kind {
        /// Outside the RDF.
        case outside
        /// `rdf:RDF`, whose elements are nodes.
        case rdf
        /// A node, whose elements and attributes are properties.
        case node
        /// A property or an item: a text, or a nested node or array.
        case property
        /// An array, whose elements are items.
        case array
        /// Skipped, with its descendants.
        case ignored
    }

    private struct Frame {
        var kind: Kind
        var path = Path()
        var isDefault = false
        var hasElements = false
        /// The number of items in the array.
        var itemCount = 0
    }

    /// The current property, with the current member if it is a struct.
    private struct Path {
        var property: XMPName?
        var member: XMPName?

        /// Returns the path of a nested property; `nil` for an unknown one.
        func appending(_ name: XMPName?) -> Path? {
            guard let name else { return nil }
            if property == nil { return Path(property: name) }
            return member == nil ? Path(property: property, member: name) : nil
        }
    }

    private var frames: [Frame] = [Frame(kind: .outside)]
    private var namespaces = XMLNamespaces()
    private var text: [UInt8] = []

    func start(_ tag: XMLTag) {
        let top = frames[frames.count - 1]
        guard top.kind != .ignored, !isExhausted else { return frames.append(Frame(kind: .ignored)) }
        namespaces.enter(tag, depth: frames.count)
        let name = known(tag.name)
        frames[frames.count - 1].hasElements = true
        text.removeAll(keepingCapacity: true)
        switch top.kind {
        case .outside:
            if name == .rdf { hasRDF = true }
            frames.append(Frame(kind: name == .rdf ? .rdf : .outside))
        case .rdf: startNode(tag, Path())
        case .node:
            if name == .value {
                frames.append(Frame(kind: .property, path: top.path, isDefault: top.isDefault))
            } else {
                startProperty(tag, top.path.appending(name), isDefault: false)
            }
        case .property:
            switch name {
            case .bag, .sequence, .alternatives: frames.append(Frame(kind: .array, path: top.path))
            default: startNode(tag, top.path)
            }
        case .array:
            frames[frames.count - 1].itemCount += 1
            // Only the first of several places is read.
            let isLater = top.itemCount > 0 && top.path.property.map(Self.isStruct) == true
            startProperty(tag, isLater ? nil : top.path, isDefault: false)
        case .ignored: break
        }
    }

    func end() {
        guard frames.count > 1, let frame = frames.popLast() else { return }
        if frame.kind == .rdf { isComplete = true }
        if frame.kind == .property, !frame.hasElements, let property = frame.path.property {
            keep(text[...], property, frame.path.member, isDefault: frame.isDefault)
        }
        text.removeAll(keepingCapacity: true)
        namespaces.leave(depth: frames.count)
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let frame = frames.last, frame.kind == .property, text.count < Self.maximumTextLength else { return }
        text.append(contentsOf: bytes.prefix(Self.maximumTextLength - text.count))
    }

    private func startNode(_ tag: XMLTag, _ path: Path) {
        frames.append(Frame(kind: .node, path: path))
        keepAttributes(tag, path)
    }

    private func startProperty(_ tag: XMLTag, _ path: Path?, isDefault: Bool) {
        guard let path else { return frames.append(Frame(kind: .ignored)) }
        var frame = Frame(kind: .property, path: path, isDefault: isDefault)
        tag.forEachAttribute { name, value in
            switch known(name) {
            case .language: frame.isDefault = value.elementsEqual("x-default".utf8)
            case .parseType: frame.kind = value.elementsEqual("Resource".utf8) ? .node : .ignored
            case .value, .resource:
                if let property = path.property { keep(value, property, path.member, isDefault: frame.isDefault) }
            default: break
            }
        }
        frames.append(frame)
        // Members of a struct, or qualifiers of the text, which have their own names.
        if frame.kind != .ignored { keepAttributes(tag, path) }
    }

    private func keepAttributes(_ tag: XMLTag, _ path: Path) {
        tag.forEachAttribute { name, value in
            guard let found = known(name), !found.rawValue.hasPrefix("rdf:"), found != .language,
                let inner = path.appending(found), let property = inner.property
            else { return }
            keep(value, property, inner.member, isDefault: false)
        }
    }

    private func keep(_ bytes: some Collection<UInt8>, _ property: XMPName, _ member: XMPName?, isDefault: Bool) {
        let isBlank = { (byte: UInt8) in byte <= 0x20 }
        let start = bytes.drop(while: isBlank).prefix(Self.maximumTextLength)
        var kept = String(decoding: start, as: UTF8.self)
        while let last = kept.unicodeScalars.last, last.value <= 0x20 { kept.unicodeScalars.removeLast() }
        values.set(kept, property, member: member, isDefault: isDefault)
    }

    /// Returns the known name, by its namespace; undeclared prefixes are treated as the usual ones.
    private func known(_ name: UnsafeBufferPointer<UInt8>) -> XMPName? {
        nameCount += 1
        guard !isExhausted, let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let prefix = String(decoding: name[..<colon], as: UTF8.self)
        let local = String(decoding: name[(colon + 1)...], as: UTF8.self)
        if prefix == "xmlns" { return nil }
        guard let uri = namespaces.uri(of: prefix) else { return XMPName(rawValue: "\(prefix):\(local)") }
        return XMPName.prefixes[uri].flatMap { XMPName(rawValue: "\($0):\(local)") }
    }

    private static func isStruct(_ property: XMPName) -> Bool {
        property == .locationShown || property == .locationCreated
    }
}
