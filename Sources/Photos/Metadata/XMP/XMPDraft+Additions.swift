extension XMPDraft {
    /// Adds properties to the last description that declares all needed namespaces, or else to a new one.
    ///
    /// - Throws: ``EditRefusal`` when the packet's RDF prefix usually has another meaning.
    mutating func placeAdditions() throws(EditRefusal) {
        guard !additions.isEmpty else { return }
        let needed = Set(additions.flatMap { Self.namespaces(of: $0.name, $0.value) })
        let ownPrefix = try prefixOfRDF()
        if let node = nodes.last(where: { canHold(needed, $0) }), let last = markup.children(of: node).last {
            let layout = Array(markup.layout(of: last))
            let content = additions.flatMap { addition in
                render(addition.name, addition.value, layout: layout) { namespace in
                    if namespace == .rdf { return ownPrefix }
                    return markup.prefix(for: namespace, in: node).map { String(decoding: $0, as: UTF8.self) } ?? ""
                }
            }
            return append(content, to: node)
        }
        let layout = nodes.last.map { Array(markup.layout(of: $0)) } ?? Array("\n  ".utf8)
        let content = additions.flatMap { addition in
            render(addition.name, addition.value, layout: Self.deeper(layout)) { $0 == .rdf ? ownPrefix : $0.rawValue }
        }
        let declarations = XMPNamespace.allCases.filter { $0 != .rdf && needed.contains($0) }.flatMap {
            XMPNaming.declaration(of: $0)
        }
        let attributes = about(ownPrefix) + declarations
        let tag = "\(ownPrefix):Description".utf8
        append(layout + XMPText.element(tag, declarations: attributes, content + layout), to: root)
    }

    private func prefixOfRDF() throws(EditRefusal) -> String {
        let name = markup.elements[root].name
        let prefix = markup.bytes[name.range.lowerBound..<name.local.lowerBound - 1]
        guard XMPNamespace(prefix: prefix) ?? .rdf == .rdf else {
            throw EditRefusal("its XMP uses a common prefix for something else")
        }
        return String(decoding: prefix, as: UTF8.self)
    }

    /// Returns whether a description declares all needed namespaces, and has elements that show its layout.
    private func canHold(_ needed: Set<XMPNamespace>, _ node: Int) -> Bool {
        markup.isName(markup.elements[node].name, .description) && markup.elements[node].next > node + 1
            && markup.attribute(.parseType, of: node) == nil
            && XMPNaming(markup: markup, scope: node).knows(needed.filter { $0 != .rdf })
    }

    /// Returns the subject of the other descriptions, which is the photo.
    private func about(_ prefix: String) -> [UInt8] {
        for node in nodes {
            for index in markup.elements[node].attributes {
                let attribute = markup.attributes[index]
                let isPlain = attribute.name.range == attribute.name.local
                guard !attribute.isDeclaration, markup.bytes[attribute.name.local].elementsEqual("about".utf8),
                    isPlain || attribute.name.namespace == .rdf
                else { continue }
                let value = markup.bytes[attribute.value.lowerBound - 1..<attribute.value.upperBound + 1]
                return Array(" \(prefix):about=".utf8) + Array(value)
            }
        }
        return Array(" \(prefix):about=\"\"".utf8)
    }

    private func render(
        _ name: XMPName, _ value: Value, layout: [UInt8], prefix: (XMPNamespace) -> String
    ) -> [UInt8] {
        func full(_ name: XMPName) -> String { "\(name.namespace.map(prefix) ?? ""):\(name.local)" }
        func element(_ name: XMPName, _ content: [UInt8], _ layout: [UInt8]) -> [UInt8] {
            layout + XMPText.element(full(name).utf8, content)
        }
        let (second, third) = (Self.deeper(layout), Self.deeper(Self.deeper(layout)))
        switch value {
        case .text(let text): return element(name, XMPText.encoded(text), layout)
        case .alternative(let text):
            let language = Array(" xml:lang=\"x-default\"".utf8)
            let item = third + XMPText.element(full(.item).utf8, declarations: language, XMPText.encoded(text))
            return element(name, element(.alternatives, item + second, second) + layout, layout)
        case .words(let words):
            let items = words.flatMap { element(.item, XMPText.encoded($0), third) }
            return element(name, element(.bag, items + second, second) + layout, layout)
        case .place(let members):
            let content = members.flatMap { element($0.name, XMPText.encoded($0.text), Self.deeper(third)) } + third
            let type = Array(" \(full(.parseType))=\"Resource\"".utf8)
            let item = third + XMPText.element(full(.item).utf8, declarations: type, content)
            return element(name, element(.bag, item + second, second) + layout, layout)
        }
    }

    /// Returns the white space for a nested element; none if the packet is on one line.
    private static func deeper(_ layout: [UInt8]) -> [UInt8] { layout.contains(0x0A) ? layout + [0x20] : layout }

    private static func namespaces(of name: XMPName, _ value: Value) -> [XMPNamespace] {
        let inner: [XMPNamespace] =
            switch value {
            case .text: []
            case .words, .alternative: [.rdf]
            case .place(let members): members.compactMap { $0.name.namespace } + [.rdf]
            }
        return inner + (name.namespace.map { [$0] } ?? [])
    }
}

/// Writes names within an element with the prefixes declared there.
struct XMPNaming {
    let markup: XMPMarkup
    let scope: Int

    /// Returns whether no prefix must be declared.
    func knows(_ namespaces: some Sequence<XMPNamespace>) -> Bool {
        namespaces.allSatisfy { markup.prefix(for: $0, in: scope) != nil }
    }

    /// Returns an element with a text, including a declaration of its prefix if necessary.
    func element(_ name: XMPName, _ text: String) -> [UInt8] {
        guard let namespace = name.namespace else { return [] }
        let (prefix, declaration) = prefix(namespace)
        return XMPText.element("\(prefix):\(name.local)".utf8, declarations: declaration, XMPText.encoded(text))
    }

    /// Returns attributes with the necessary declarations.
    func attributes(_ members: [(name: XMPName, text: String)]) -> [UInt8] {
        var bytes: [UInt8] = []
        var declared: Set<XMPNamespace> = []
        for (name, text) in members {
            guard let namespace = name.namespace else { continue }
            let (prefix, declaration) = prefix(namespace)
            if declared.insert(namespace).inserted { bytes += declaration }
            bytes += " \(prefix):\(name.local)=\"".utf8
            bytes += XMPText.encoded(text)
            bytes.append(UInt8(ascii: "\""))
        }
        return bytes
    }

    private func prefix(_ namespace: XMPNamespace) -> (prefix: String, declaration: [UInt8]) {
        if let prefix = markup.prefix(for: namespace, in: scope) {
            return (String(decoding: prefix, as: UTF8.self), [])
        }
        return (namespace.rawValue, Self.declaration(of: namespace))
    }

    /// Returns a declaration of a namespace with its usual prefix.
    static func declaration(of namespace: XMPNamespace) -> [UInt8] {
        Array(" xmlns:\(namespace.rawValue)=\"\(namespace.uri)\"".utf8)
    }
}
