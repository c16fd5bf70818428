import Glibc

/// A start tag, as the parser has it at hand; valid while the handler looks at it.
package struct XMLTag {
    /// The name with its prefix.
    package let name: UnsafeBufferPointer<UInt8>
    /// The name without.
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

    /// The value of an attribute.
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

    /// Gives name and value of every attribute.
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
