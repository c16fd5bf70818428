/// A key of which nothing is known beforehand: an index, a name from a file, the key of a superclass's part.
struct CodedKey: CodingKey {
    var stringValue: String
    var intValue: Int?

    /// Where a class keeps its superclass's part, as other coders call it.
    static let parent = CodedKey("super")

    init(_ name: String) { stringValue = name }

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    init(stringValue: String) { self.init(stringValue) }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}
