import LKFormats

/// Collects changes of a packet, while the rest of its text stays unchanged.
struct XMPDraft {
    /// The value of an added property.
    enum Value {
        /// A text.
        case text(String)
        /// A text in the default language.
        case alternative(String)
        /// One place in a bag.
        case place([(name: XMPName, text: String)])
        /// Words in a bag.
        case words([String])
    }

    let markup: XMPMarkup
    /// The element `rdf:RDF`.
    let root: Int
    /// Its elements with the properties.
    let nodes: [Int]
    private var splices: [FilePatch.Splice] = []
    private(set) var additions: [(name: XMPName, value: Value)] = []

    /// Creates a draft; returns `nil` when the text has no RDF.
    init?(_ markup: XMPMarkup) {
        guard let root = markup.root else { return nil }
        self.markup = markup
        self.root = root
        nodes = markup.children(of: root)
    }

    /// Whether nothing changes.
    var isEmpty: Bool { splices.isEmpty && additions.isEmpty }

    /// Returns the occurrences of a property.
    func occurrences(of name: XMPName) -> [XMPMarkup.Occurrence] {
        nodes.flatMap { markup.occurrences(of: name, in: $0) }
    }

    /// Sets a property of the photo, or removes it if the text is `nil`.
    mutating func set(_ name: XMPName, _ text: String?) {
        let text = XMPText.clean(text)
        if !replace(occurrences(of: name), with: text), let text { add(name, .text(text)) }
    }

    /// Adds a property that does not exist yet.
    mutating func add(_ name: XMPName, _ value: Value) { additions.append((name, value)) }

    /// Sets members of a struct, or removes those whose text is `nil`.
    ///
    /// - Parameters:
    ///   - members: The members to set; others stay.
    ///   - scope: The element whose attributes and elements are the members.
    mutating func set(_ members: [(name: XMPName, text: String?)], in scope: Int) {
        var missing: [(name: XMPName, text: String)] = []
        for member in members {
            let text = XMPText.clean(member.text)
            if !replace(markup.occurrences(of: member.name, in: scope), with: text), let text {
                missing.append((member.name, text))
            }
        }
        if !missing.isEmpty { insert(missing, in: scope) }
    }

    /// Removes a property.
    mutating func remove(_ occurrence: XMPMarkup.Occurrence) {
        switch occurrence {
        case .attribute(let index): replace(markup.attributes[index].whole, with: [])
        case .element(let index): replace(markup.removal(of: index), with: [])
        }
    }

    /// Replaces a range of the packet.
    mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
        splices.append(FilePatch.Splice(range: range, bytes: bytes))
    }

    /// Appends content to an element.
    ///
    /// - Parameters:
    ///   - content: Elements.
    ///   - element: The element; an empty-element tag is expanded.
    mutating func append(_ content: [UInt8], to element: Int) {
        let target = markup.elements[element]
        guard target.isEmptyTag else {
            let last = markup.children(of: element).last.map { markup.elements[$0].whole.upperBound }
            let end = last ?? target.content.lowerBound
            return replace(end..<end, with: content)
        }
        let end = target.whole.upperBound
        var bytes = [UInt8(ascii: ">")]
        bytes += content
        bytes += "</".utf8
        bytes += markup.bytes[target.name.range]
        bytes.append(UInt8(ascii: ">"))
        replace(end - 2..<end, with: bytes)
    }

    /// Sets the text of a property's first occurrence, and removes the others.
    ///
    /// - Returns: Whether there is any occurrence.
    private mutating func replace(_ occurrences: [XMPMarkup.Occurrence], with text: String?) -> Bool {
        guard let first = occurrences.first else { return false }
        for other in text == nil ? occurrences[...] : occurrences.dropFirst() { remove(other) }
        guard let text, markup.text(of: first) != text else { return true }
        switch first {
        case .attribute(let index): replace(markup.attributes[index].value, with: XMPText.encoded(text))
        case .element(let index):
            let element = markup.elements[index]
            if markup.isText(index), !element.isEmptyTag {
                replace(element.content, with: XMPText.encoded(text))
            } else {
                let name = markup.bytes[element.name.range]
                let declarations = element.attributes.filter { markup.attributes[$0].isDeclaration }.flatMap {
                    markup.bytes[markup.attributes[$0].whole]
                }
                let content = XMPText.encoded(text)
                replace(element.whole, with: XMPText.element(name, declarations: declarations, content))
            }
        }
        return true
    }

    private mutating func insert(_ members: [(name: XMPName, text: String)], in scope: Int) {
        let names = XMPNaming(markup: markup, scope: scope)
        let children = markup.children(of: scope)
        if markup.attribute(.parseType, of: scope) != nil || !children.isEmpty {
            let layout = children.last.map { markup.layout(of: $0) } ?? []
            return append(members.flatMap { layout + names.element($0.name, $0.text) }, to: scope)
        }
        let element = markup.elements[scope]
        let offset =
            element.attributes.last.map { markup.attributes[$0].whole.upperBound } ?? element.name.range.upperBound
        replace(offset..<offset, with: names.attributes(members))
    }

    /// Returns the packet with all changes.
    func packet() -> [UInt8] {
        var packet: [UInt8] = []
        var position = 0
        let ordered = splices.enumerated().sorted {
            let (left, right) = ($0.element.range, $1.element.range)
            // At the same offset, insertions come before replacements.
            return (left.lowerBound, left.isEmpty ? 0 : 1, $0.offset) < (
                right.lowerBound, right.isEmpty ? 0 : 1, $1.offset
            )
        }
        for (_, splice) in ordered {
            // Changes within removed elements are dropped.
            guard splice.range.lowerBound >= position else { continue }
            packet += markup.bytes[position..<splice.range.lowerBound]
            packet += splice.bytes
            position = splice.range.upperBound
        }
        return packet + markup.bytes[position...]
    }
}

extension XMPDraft {
    /// Adds keywords to the existing ones.
    mutating func addKeywords(_ keywords: [String]) {
        let occurrences = occurrences(of: .keywords)
        let lists = occurrences.map { words(of: $0) }
        let known = lists.flatMap(\.words)
        var wanted: [String] = []
        for case let word? in keywords.map({ XMPText.clean($0) }) where !known.contains(word) && !wanted.contains(word)
        {
            wanted.append(word)
        }
        guard !wanted.isEmpty else { return }
        guard let array = lists.lazy.compactMap(\.array).first else {
            // A single text is not a list yet.
            for occurrence in occurrences { remove(occurrence) }
            return add(.keywords, .words(known + wanted))
        }
        let name = markup.elements[array].name
        var item = Array(markup.bytes[name.range.lowerBound..<name.local.lowerBound])
        item += "li".utf8
        let layout = markup.children(of: array).last.map { Array(markup.layout(of: $0)) } ?? []
        append(wanted.flatMap { layout + XMPText.element(item, XMPText.encoded($0)) }, to: array)
    }

    private func words(of occurrence: XMPMarkup.Occurrence) -> (words: [String], array: Int?) {
        guard case .element(let element) = occurrence else {
            return (markup.text(of: occurrence).map { [$0] } ?? [], nil)
        }
        let array = markup.children(of: element).first { child in
            [XMPName.bag, .sequence, .alternatives].contains { markup.isName(markup.elements[child].name, $0) }
        }
        guard let array else { return ([XMPText.decoded(markup.bytes[markup.elements[element].content])], nil) }
        return (
            markup.children(of: array).map { XMPText.decoded(markup.bytes[markup.elements[$0].content]) }, array
        )
    }

    /// Adds the UTC offset to the time of the shot, if the packet has that time.
    mutating func setOffset(_ offset: Int) {
        guard let original = occurrences(of: .originalTime).first.flatMap({ markup.text(of: $0) }),
            let time = ZonedTime(text: original.utf8)
        else { return }
        for name in [XMPName.originalTime, .createdDate] {
            guard let text = occurrences(of: name).first.flatMap({ markup.text(of: $0) }),
                let found = ZonedTime(text: text.utf8), found.wallTime == time.wallTime, found.offset != offset,
                !found.wallTime.isDayOnly
            else { continue }
            let local = text.prefix(10) + text.dropFirst(10).prefix { !"Zz+- ".contains($0) || $0 == " " }
            set(name, local.trimmed + UTCOffset.text(offset))
        }
    }
}

extension Substring {
    /// The text without trailing blanks.
    fileprivate var trimmed: String {
        var text = String(self)
        while text.last == " " { text.removeLast() }
        return text
    }
}
