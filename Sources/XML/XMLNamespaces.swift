/// The namespaces that are declared where the parser stands.
package struct XMLNamespaces {
    private var scopes: [(depth: Int, prefix: String, uri: String)] = []

    /// None yet.
    package init() {}

    /// The URI of a prefix; `nil` where there is none.
    package func uri(of prefix: String) -> String? {
        for scope in scopes.reversed() where scope.prefix == prefix { return scope.uri.isEmpty ? nil : scope.uri }
        return nil
    }

    /// All that are declared, with the innermost of each prefix.
    package var all: [String: String] { Dictionary(scopes.map { ($0.prefix, $0.uri) }, uniquingKeysWith: { $1 }) }

    /// Takes over what a start tag at a depth declares.
    package mutating func enter(_ tag: XMLTag, depth: Int) {
        tag.forEachAttribute { name, value in
            guard let prefix = Self.declared(name), scopes.count < 1000 else { return }
            scopes.append((depth, prefix, String(decoding: value, as: UTF8.self)))
        }
    }

    /// Forgets what an element declared that ends.
    package mutating func leave(depth: Int) {
        while let last = scopes.last, last.depth >= depth { scopes.removeLast() }
    }

    /// The prefix that an attribute declares, empty for `xmlns` itself; `nil` for other attributes.
    package static func declared(_ name: UnsafeBufferPointer<UInt8>) -> String? {
        guard name.count >= 5, name.first == UInt8(ascii: "x"), name.starts(with: "xmlns".utf8) else { return nil }
        if name.count == 5 { return "" }
        return name[5] == UInt8(ascii: ":") ? String(decoding: name[6...], as: UTF8.self) : nil
    }
}
