/// The objects whose `encode(to:)` is under way on this thread, so that one which contains itself is found.
///
/// Not kept in the objects: another thread may encode the same one at the same time.
final class EncodingAncestors: Sendable {
    /// Outside of tasks this is the thread's.
    static let current = TaskLocal<EncodingAncestors?>(wrappedValue: nil)

    private let object: ObjectIdentifier
    private let outer: EncodingAncestors?

    init(_ object: CodingObject, in outer: EncodingAncestors?) {
        self.object = ObjectIdentifier(object)
        self.outer = outer
    }

    /// Whether an object is one of them.
    func contains(_ object: CodingObject) -> Bool {
        var link: EncodingAncestors? = self
        while let here = link {
            if here.object == ObjectIdentifier(object) { return true }
            link = here.outer
        }
        return false
    }
}
