/// Where the elements and attributes of a packet are in its bytes.
///
/// The parser that reads packets reports their meaning but no offsets. This one finds the offsets, in text that the
/// other one has accepted as well-formed.
struct XMPMarkup {
    /// A name with its prefix, and what it means.
    struct Name {
        /// All of it.
        var range: Range<Int>
        /// What follows the prefix.
        var local: Range<Int>
        /// The prefix's namespace, if it is one that is written.
        var namespace: XMPNamespace?
    }

    /// An attribute of a start tag.
    struct Attribute {
        var name: Name
        /// Between the quotes.
        var value: Range<Int>
        /// With the white space before it.
        var whole: Range<Int>
        /// Whether it declares a prefix, which is then `name.local`.
        var isDeclaration: Bool
    }

    /// An element.
    struct Element {
        var name: Name
        /// Its parent element.
        var parent: Int?
        /// All of it.
        var whole: Range<Int>
        /// Between the tags; empty for an empty-element tag.
        var content: Range<Int>
        /// Whether it is an empty-element tag.
        var isEmptyTag = false
        /// Its attributes among all.
        var attributes: Range<Int>
        /// The first element after it and all that is in it.
        var next: Int
    }

    /// More prefixes at once are not declared by any program.
    static let mostPrefixes = 200

    let bytes: [UInt8]
    var elements: [Element] = []
    var attributes: [Attribute] = []
    /// The prefixes in scope.
    private var scopes: [(element: Int, prefix: Range<Int>, namespace: XMPNamespace?)] = []

    /// Finds the elements, or `nil` when the text cannot be parsed.
    ///
    /// - Parameter bytes: XML in UTF-8 without declarations of a type.
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

    /// Parses a start tag; its end, or `nil` when it has none.
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

    /// Parses an attribute; its end, or `nil` when it has none.
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
            guard scopes.count < Self.mostPrefixes else { return nil }
            scopes.append((element, local, XMPNamespace(uri: bytes[value])))
        }
        attributes.append(
            Attribute(
                name: Name(range: range, local: local, namespace: nil), value: value, whole: before..<end + 1,
                isDeclaration: isDeclaration))
        return end + 1
    }

    /// A name with its namespace; undeclared prefixes count as the usual ones.
    private func resolved(_ range: Range<Int>) -> Name {
        guard let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")) else {
            return Name(range: range, local: range, namespace: nil)
        }
        let local = colon + 1..<range.upperBound
        let prefix = bytes[range.lowerBound..<colon]
        if let scope = scopes.last(where: { bytes[$0.prefix].elementsEqual(prefix) }) {
            return Name(range: range, local: local, namespace: scope.namespace)
        }
        return Name(range: range, local: local, namespace: XMPNamespace(prefix: prefix))
    }

    private func name(at start: Int) -> Range<Int>? {
        var end = start
        while end < bytes.count, !Self.isBlank(bytes[end]), !"=/><\"'".utf8.contains(bytes[end]) { end += 1 }
        return end > start && end < bytes.count ? start..<end : nil
    }

    /// The index after a delimiter.
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
    /// Where a property is stored.
    enum Occurrence {
        /// The attribute of that number.
        case attribute(Int)
        /// The element of that number.
        case element(Int)
    }

    /// The element that holds all: `rdf:RDF`.
    var root: Int? { elements.firstIndex { isName($0.name, .rdf) } }

    /// The elements directly within one.
    func children(of parent: Int) -> [Int] {
        var found: [Int] = []
        var child = parent + 1
        while child < elements[parent].next {
            found.append(child)
            child = elements[child].next
        }
        return found
    }

    /// Where an element has a property, as attribute or as child element.
    func occurrences(of name: XMPName, in owner: Int) -> [Occurrence] {
        let parts = name.parts
        let ofAttributes = elements[owner].attributes.filter { isName(attributes[$0].name, parts) }
        let ofElements = children(of: owner).filter { isName(elements[$0].name, parts) }
        return ofAttributes.map { .attribute($0) } + ofElements.map { .element($0) }
    }

    /// The attribute of an element that has a name.
    func attribute(_ name: XMPName, of element: Int) -> Int? {
        elements[element].attributes.first { isName(attributes[$0].name, name) }
    }

    /// Whether a name is a property's.
    func isName(_ found: Name, _ name: XMPName) -> Bool { isName(found, name.parts) }

    private func isName(_ found: Name, _ name: XMPName.Parts) -> Bool {
        found.namespace != nil && found.namespace == name.namespace && bytes[found.local].elementsEqual(name.local)
    }

    /// The text of a property, as far as it is a text.
    func text(of occurrence: Occurrence) -> String? {
        switch occurrence {
        case .attribute(let index): return XMPText.decoded(bytes[attributes[index].value])
        case .element(let index):
            guard isText(index) else { return nil }
            return XMPText.decoded(bytes[elements[index].content])
        }
    }

    /// Whether an element has only text in it, and no attributes but declarations.
    func isText(_ element: Int) -> Bool {
        elements[element].next == element + 1 && !bytes[elements[element].content].contains(UInt8(ascii: "<"))
            && elements[element].attributes.allSatisfy { attributes[$0].isDeclaration }
    }

    /// Whether there is nothing between an element's tags but white space.
    func isBlank(_ element: Int) -> Bool { bytes[elements[element].content].allSatisfy { Self.isBlank($0) } }

    /// The prefix of a namespace within an element.
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

    /// All of an element with the white space before it, when it is alone on its line.
    func removal(of element: Int) -> Range<Int> {
        let whole = elements[element].whole
        let start = startOfBlanks(before: whole.lowerBound)
        return start > 0 && bytes[start - 1] == UInt8(ascii: ">") ? start..<whole.upperBound : whole
    }

    /// The white space before an element, with which its like may be laid out.
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
