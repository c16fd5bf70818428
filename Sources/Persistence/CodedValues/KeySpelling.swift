/// A key by its bytes: `String` takes different spellings of the same characters for equal, and only one would be kept.
struct KeySpelling: Hashable {
    private let key: String

    init(_ key: String) {
        var key = key
        // So that the bytes can be reached at once.
        key.makeContiguousUTF8()
        self.key = key
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.key.utf8.elementsEqual(rhs.key.utf8) }

    func hash(into hasher: inout Hasher) {
        _ = key.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
