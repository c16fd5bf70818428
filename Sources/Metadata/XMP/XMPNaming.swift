/// Names as they have to be written within an element, by the prefixes that are declared there.
struct XMPNaming {
    let markup: XMPMarkup
    let scope: Int

    /// Whether no prefix has to be declared.
    func knows(_ namespaces: some Sequence<XMPNamespace>) -> Bool {
        namespaces.allSatisfy { markup.prefix(for: $0, in: scope) != nil }
    }

    /// An element with a text; one whose prefix is not declared declares it.
    func element(_ name: XMPName, _ text: String) -> [UInt8] {
        guard let namespace = name.namespace else { return [] }
        let (prefix, declaration) = prefix(namespace)
        return XMPText.element("\(prefix):\(name.local)".utf8, declarations: declaration, XMPText.encoded(text))
    }

    /// Attributes with the declarations that they need.
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

    /// What declares a namespace with the prefix that it usually has.
    static func declaration(of namespace: XMPNamespace) -> [UInt8] {
        Array(" xmlns:\(namespace.rawValue)=\"\(namespace.uri)\"".utf8)
    }
}
