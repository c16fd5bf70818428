/// A marked property, whatever its type.
protocol CodedProperty: AnyObject {
    /// What it is called in archives; `nil` for its own name.
    var key: String? { get }
    /// What it was called in older archives.
    var formerKeys: [String] { get }

    func encode(to container: inout KeyedEncodingContainer<CodedKey>, as key: CodedKey) throws

    func decode(from container: KeyedDecodingContainer<CodedKey>, as key: CodedKey) throws
}
