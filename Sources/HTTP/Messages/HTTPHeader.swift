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
