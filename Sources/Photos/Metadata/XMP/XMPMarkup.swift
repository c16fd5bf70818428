/// The byte ranges of the elements and attributes of a packet.
///
/// The parser that reads packets does not report offsets. This one finds them, in text that the other has accepted as
/// well-formed.
struct XMPMarkup {
    /// A name with its prefix and namespace.
    struct Name {
        /// The whole name.
        var range: Range<Int>
        /// The part after the prefix.
        var local: Range<Int>
        /// The prefix's namespace, if properties in it are written.
        var namespace: XMPNamespace?
        /// Whether the properties of its namespace are known; see ``XMPHarmlessNamespaces``.
        var isHarmless = true
    }

    /// An attribute of a start tag.
    struct Attribute {
        var name: Name
        /// The range between the quotes.
        var value: Range<Int>
        /// The whole attribute with the preceding white space.
        var whole: Range<Int>
        /// Whether it declares a prefix, whose name is `name.local`.
        var isDeclaration: Bool
    }

    /// An element.
    struct Element {
        var name: Name
        /// Its parent element.
        var parent: Int?
        /// The whole element.
        var whole: Range<Int>
        /// The range between the tags; empty for an empty-element tag.
        var content: Range<Int>
        /// Whether it is an empty-element tag.
        var isEmptyTag = false
        /// The indices of its attributes.
        var attributes: Range<Int>
        /// The index of the first element after it and its descendants.
        var next: Int
    }

    /// The maximum number of prefixes in scope, more than any program declares.
    static let maximumPrefixes = 200

    let bytes: [UInt8]
    var elements: [Element] = []
    var attributes: [Attribute] = []
    /// The prefixes in scope.
    private var scopes: [(element: Int, prefix: Range<Int>, namespace: XMPNamespace?, isHarmless: Bool)] = []

    /// Creates the list of elements; returns `nil` when the text cannot be parsed.
    ///
    /// - Parameter bytes: XML in UTF-8 without a document type declaration.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard parse() else { return nil }
    }

    private mutating func parse() -> Bool {
        var open: [Int] = []
        var position = 0
        while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
            case UInt8(ascii: "?"):
                guard let end = end(of: "?>", from: start + 2) else { return false }
                position = end
            case UInt8(ascii: "!"):
                let isComment = bytes[start...].starts(with: "<!--".utf8)
                guard isComment || bytes[start...].starts(with: "<![CDATA[".utf8),
                    let end = end(of: isComment ? "-->" : "]]>", from: start + 4)
                else { return false }
                position = end
            case UInt8(ascii: "/"):
                guard let element = open.popLast(), let end = end(of: ">", from: start + 2) else { return false }
                elements[element].content = elements[element].content.lowerBound..<start
                close(element, at: end)
                position = end
            default:
                guard let end = startTag(at: start, parent: open.last) else { return false }
                let element = elements.count - 1
                if elements[element].isEmptyTag { close(element, at: end) } else { open.append(element) }
                position = end
            }
        }
        return open.isEmpty
    }

    private mutating func close(_ element: Int, at end: Int) {
        elements[element].whole = elements[element].whole.lowerBound..<end
        elements[element].next = elements.count
        while let last = scopes.last, last.element == element { scopes.removeLast() }
    }

    /// Parses a start tag and returns its end; `nil` when it is incomplete.
    private mutating func startTag(at start: Int, parent: Int?) -> Int? {
        let element = elements.count
        let first = attributes.count
        guard let name = name(at: start + 1) else { return nil }
        var position = name.upperBound
        while true {
            let before = position
            while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
            guard position < bytes.count else { return nil }
            let isEmptyTag = bytes[position] == UInt8(ascii: "/")
            if isEmptyTag || bytes[position] == UInt8(ascii: ">") {
                let end = position + (isEmptyTag ? 2 : 1)
                guard end <= bytes.count, bytes[end - 1] == UInt8(ascii: ">") else { return nil }
                elements.append(
                    Element(
                        name: resolved(name), parent: parent, whole: start..<end, content: end..<end,
                        isEmptyTag: isEmptyTag, attributes: first..<attributes.count, next: element + 1))
                for index in first..<attributes.count where !attributes[index].isDeclaration {
                    attributes[index].name = resolved(attributes[index].name.range)
                }
                return end
            }
            guard let found = attribute(at: position, before: before, element: element) else { return nil }
            position = found
        }
    }

    /// Parses an attribute and returns its end; `nil` when it is incomplete.
    private mutating func attribute(at start: Int, before: Int, element: Int) -> Int? {
        guard let range = name(at: start) else { return nil }
        var position = range.upperBound
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return nil }
        position += 1
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
        guard position < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position]),
            let end = bytes[(position + 1)...].firstIndex(of: bytes[position])
        else { return nil }
        let value = position + 1..<end
        let isDeclaration = bytes[range].starts(with: "xmlns:".utf8)
        let local = isDeclaration ? range.lowerBound + 6..<range.upperBound : range
        if isDeclaration {
            guard scopes.count < Self.maximumPrefixes else { return nil }
            scopes.append(
                (element, local, XMPNamespace(uri: bytes[value]), XMPHarmlessNamespaces.contains(bytes[value])))
        }
        attributes.append(
            Attribute(
                name: Name(range: range, local: local, namespace: nil), value: value, whole: before..<end + 1,
                isDeclaration: isDeclaration))
        return end + 1
    }

    /// Returns a name with its namespace; undeclared prefixes are treated as the usual ones.
    private func resolved(_ range: Range<Int>) -> Name {
        guard let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")) else {
            return Name(range: range, local: range, namespace: nil)
        }
        let local = colon + 1..<range.upperBound
        let prefix = bytes[range.lowerBound..<colon]
        if let scope = scopes.last(where: { bytes[$0.prefix].elementsEqual(prefix) }) {
            return Name(range: range, local: local, namespace: scope.namespace, isHarmless: scope.isHarmless)
        }
        return Name(range: range, local: local, namespace: XMPNamespace(prefix: prefix))
    }

    private func name(at start: Int) -> Range<Int>? {
        var end = start
        while end < bytes.count, !Self.isBlank(bytes[end]), !"=/><\"'".utf8.contains(bytes[end]) { end += 1 }
        return end > start && end < bytes.count ? start..<end : nil
    }

    /// Returns the index after a delimiter.
    private func end(of mark: StaticString, from start: Int) -> Int? {
        let count = mark.utf8CodeUnitCount
        var position = start
        while let found = bytes.dropFirst(position).firstIndex(of: mark.utf8Start[0]) {
            guard found + count <= bytes.count else { return nil }
            if bytes[found..<found + count].elementsEqual(mark) { return found + count }
            position = found + 1
        }
        return nil
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}

extension XMPMarkup {
    /// An occurrence of a property.
    enum Occurrence {
        /// The attribute with that index.
        case attribute(Int)
        /// The element with that index.
        case element(Int)
    }

    /// The root element of the properties: `rdf:RDF`.
    var root: Int? { elements.firstIndex { isName($0.name, .rdf) } }

    /// Returns the child elements of an element.
    func children(of parent: Int) -> [Int] {
        var found: [Int] = []
        var child = parent + 1
        while child < elements[parent].next {
            found.append(child)
            child = elements[child].next
        }
        return found
    }

    /// Returns the occurrences of a property in an element, as attribute or as child element.
    func occurrences(of name: XMPName, in owner: Int) -> [Occurrence] {
        let parts = name.parts
        let ofAttributes = elements[owner].attributes.filter { isName(attributes[$0].name, parts) }
        let ofElements = children(of: owner).filter { isName(elements[$0].name, parts) }
        return ofAttributes.map { .attribute($0) } + ofElements.map { .element($0) }
    }

    /// Returns the attribute of an element with a name.
    func attribute(_ name: XMPName, of element: Int) -> Int? {
        elements[element].attributes.first { isName(attributes[$0].name, name) }
    }

    /// Returns whether a name is that of a property.
    func isName(_ found: Name, _ name: XMPName) -> Bool { isName(found, name.parts) }

    private func isName(_ found: Name, _ name: XMPName.Parts) -> Bool {
        found.namespace != nil && found.namespace == name.namespace && bytes[found.local].elementsEqual(name.local)
    }

    /// Returns the text of a property, if it is text.
    func text(of occurrence: Occurrence) -> String? {
        switch occurrence {
        case .attribute(let index): return XMPText.decoded(bytes[attributes[index].value])
        case .element(let index):
            guard isText(index) else { return nil }
            return XMPText.decoded(bytes[elements[index].content])
        }
    }

    /// Returns whether an element contains only text, and has no attributes except declarations.
    func isText(_ element: Int) -> Bool {
        elements[element].next == element + 1 && !bytes[elements[element].content].contains(UInt8(ascii: "<"))
            && elements[element].attributes.allSatisfy { attributes[$0].isDeclaration }
    }

    /// Returns whether there is only white space between an element's tags.
    func isBlank(_ element: Int) -> Bool { bytes[elements[element].content].allSatisfy { Self.isBlank($0) } }

    /// Returns the prefix of a namespace within an element.
    func prefix(for namespace: XMPNamespace, in element: Int) -> ArraySlice<UInt8>? {
        var shadowed: [ArraySlice<UInt8>] = []
        var current: Int? = element
        while let here = current {
            for index in elements[here].attributes where attributes[index].isDeclaration {
                let prefix = bytes[attributes[index].name.local]
                if shadowed.contains(where: { $0.elementsEqual(prefix) }) { continue }
                if XMPNamespace(uri: bytes[attributes[index].value]) == namespace { return prefix }
                shadowed.append(prefix)
            }
            current = elements[here].parent
        }
        return nil
    }

    /// Returns the whole element, with the preceding white space if nothing else is on its line.
    func removal(of element: Int) -> Range<Int> {
        let whole = elements[element].whole
        let start = startOfBlanks(before: whole.lowerBound)
        return start > 0 && bytes[start - 1] == UInt8(ascii: ">") ? start..<whole.upperBound : whole
    }

    /// Returns the white space before an element, to lay out similar ones.
    func layout(of element: Int) -> ArraySlice<UInt8> {
        let start = elements[element].whole.lowerBound
        return bytes[startOfBlanks(before: start)..<start]
    }

    private func startOfBlanks(before offset: Int) -> Int {
        var start = offset
        while start > 0, Self.isBlank(bytes[start - 1]) { start -= 1 }
        return start
    }
}
