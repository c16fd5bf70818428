import Glibc

/// A start tag in the parser's own memory; valid only during the handler's call.
package struct XMLTag {
    /// The name with its prefix.
    package let name: UnsafeBufferPointer<UInt8>
    /// The name without its prefix.
    package let localName: UnsafeBufferPointer<UInt8>
    private let attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    init(_ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        let bytes = XMLTag.bytes(name)
        var start = bytes.count
        while start > 0, bytes[start - 1] != UInt8(ascii: ":") { start -= 1 }
        self.name = bytes
        localName = UnsafeBufferPointer(rebasing: bytes[start...])
        self.attributes = attributes
    }

    /// Returns the value of an attribute; `nil` if the tag does not have it.
    package func attribute(_ wanted: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard var pair = attributes else { return nil }
        while let name = pair[0], let value = pair[1] {
            if strcmp(name, UnsafeRawPointer(wanted.utf8Start).assumingMemoryBound(to: CChar.self)) == 0 {
                return Self.bytes(value)
            }
            pair += 2
        }
        return nil
    }

    /// Calls `body` with the name and value of every attribute.
    package func forEachAttribute(_ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Void) {
        guard var pair = attributes else { return }
        while let name = pair[0], let value = pair[1] {
            body(Self.bytes(name), Self.bytes(value))
            pair += 2
        }
    }

    private static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(
            start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: strlen(text))
    }
}

/// The namespaces in scope at the parser's position.
package struct XMLNamespaces {
    private var scopes: [(depth: Int, prefix: String, uri: String)] = []

    package init() {}

    /// Returns the URI of a prefix; `nil` if it is not declared.
    package func uri(of prefix: String) -> String? {
        for scope in scopes.reversed() where scope.prefix == prefix { return scope.uri.isEmpty ? nil : scope.uri }
        return nil
    }

    /// All namespaces in scope; an inner declaration of a prefix hides an outer one.
    package var all: [String: String] { Dictionary(scopes.map { ($0.prefix, $0.uri) }, uniquingKeysWith: { $1 }) }

    /// Adds the declarations of a start tag at a depth.
    package mutating func enter(_ tag: XMLTag, depth: Int) {
        tag.forEachAttribute { name, value in
            guard let prefix = Self.declared(name), scopes.count < 1000 else { return }
            scopes.append((depth, prefix, String(decoding: value, as: UTF8.self)))
        }
    }

    /// Removes the declarations of the element that ends at a depth.
    package mutating func leave(depth: Int) {
        while let last = scopes.last, last.depth >= depth { scopes.removeLast() }
    }

    /// Returns the prefix that an attribute declares, empty for `xmlns` itself; `nil` for other attributes.
    package static func declared(_ name: UnsafeBufferPointer<UInt8>) -> String? {
        guard name.count >= 5, name.first == UInt8(ascii: "x"), name.starts(with: "xmlns".utf8) else { return nil }
        if name.count == 5 { return "" }
        return name[5] == UInt8(ascii: ":") ? String(decoding: name[6...], as: UTF8.self) : nil
    }
}
