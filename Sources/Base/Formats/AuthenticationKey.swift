/// A key of HMAC-SHA-256 (RFC 2104): it makes codes that only who has the key can make.
///
/// ```swift
/// let key = AuthenticationKey(secret)
/// key.code(of: record)  // 32 bytes
/// ```
package struct AuthenticationKey: Sendable, Equatable {
    /// The digests that each code goes on from, so that a short message takes two blocks instead of four.
    private let inner: SHA256
    private let outer: SHA256

    /// Creates the key for a secret.
    ///
    /// - Parameter secret: Any number of bytes; 32 random ones are enough.
    package init(_ secret: [UInt8]) {
        var key = secret.count > 64 ? SHA256.digest(of: secret) : secret
        key += repeatElement(0, count: 64 - key.count)
        var (inner, outer) = (SHA256(), SHA256())
        inner.add(key.map { $0 ^ 0x36 })
        outer.add(key.map { $0 ^ 0x5C })
        (self.inner, self.outer) = (inner, outer)
    }

    /// Computes the code of a message.
    ///
    /// - Parameter parts: The message, in parts that count as one.
    /// - Returns: 32 bytes.
    package func code(of parts: [UInt8]...) -> [UInt8] {
        var (inner, outer) = (inner, outer)
        for part in parts { inner.add(part) }
        outer.add(inner.finish())
        return outer.finish()
    }
}
