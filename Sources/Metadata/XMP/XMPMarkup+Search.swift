extension XMPMarkup {
    /// Where a property stands.
    enum Place {
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

    /// Where an element says a property, as attribute or as an element within.
    func places(of name: XMPName, in owner: Int) -> [Place] {
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
    func text(of place: Place) -> String? {
        switch place {
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

    /// The prefix that stands for a namespace within an element.
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

    private func startOfBlanks(before place: Int) -> Int {
        var start = place
        while start > 0, Self.isBlank(bytes[start - 1]) { start -= 1 }
        return start
    }
}
