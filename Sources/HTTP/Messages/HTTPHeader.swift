/// A header of a request or a response.
public struct HTTPHeader: Hashable, Sendable {
    /// Its name, as it is sent; names are compared without regard to case.
    public var name: String

    /// Its value, without the spaces around it.
    public var value: String

    /// A header.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HTTPHeader] {
    /// The value of the last header of a name, in whatever case it is written; `nil` when there is none.
    public subscript(name: String) -> String? {
        let wanted = name.lowercased()
        return last { $0.name.lowercased() == wanted }?.value
    }
}

extension HTTPHeader {
    /// Whether the name is a token of RFC 9110, section 5.6.2, and the value has no control characters but the tab.
    private var isValid: Bool {
        let marks = Set("!#$%&'*+-.^_`|~".utf8)
        return !name.isEmpty
            && name.utf8.allSatisfy { byte in
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                        && byte < 0x80
                    || marks.contains(byte)
            } && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    /// - Throws: `invalidHeader`.
    func validate(for address: WebAddress) throws(HTTPError) {
        guard isValid else {
            throw HTTPError(
                .invalidHeader,
                "a header for \(address) has characters that headers cannot have: "
                    + "\(name.debugDescription); take them out")
        }
    }

    /// As libcurl wants it, for which a colon without a value takes a header away.
    var line: String { value.isEmpty ? "\(name);" : "\(name): \(value)" }

    /// Whether it says only what form of the document is wanted, so that any server may see it.
    var isHarmless: Bool { ["accept", "accept-language"].contains(name.lowercased()) }
}
