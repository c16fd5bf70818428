import LKStorage

/// The path from the root to a value, converted to coding keys only when a message or a type needs them.
final class CodingTrail {
    private enum Step {
        case key(any CodingKey)
        case index(Int)
        /// A value that represents the one above: an optional's content, a raw value.
        case same
    }

    static var top: CodingTrail { CodingTrail(isHandwritten: false) }
    /// The root of a value that may have been edited by hand.
    static var topOfHandwriting: CodingTrail { CodingTrail(isHandwritten: true) }

    private let parent: CodingTrail?
    private let step: Step
    /// The number of steps from the root.
    let depth: Int
    /// Whether a number may be written in the notation of another type.
    let isHandwritten: Bool

    private init(isHandwritten: Bool) {
        parent = nil
        step = .same
        depth = 0
        self.isHandwritten = isHandwritten
    }

    private init(_ parent: CodingTrail, _ step: Step) {
        self.parent = parent
        self.step = step
        depth = parent.depth + 1
        isHandwritten = parent.isHandwritten
    }

    func adding(_ key: some CodingKey) -> CodingTrail { CodingTrail(self, .key(key)) }

    func adding(index: Int) -> CodingTrail { CodingTrail(self, .index(index)) }

    /// Returns the trail one level deeper without a key, so that endless recursion is detected.
    func deeper() -> CodingTrail { CodingTrail(self, .same) }

    /// The coding path, starting from the root.
    var path: [any CodingKey] {
        var path: [any CodingKey] = []
        var trail = self
        while let parent = trail.parent {
            switch trail.step {
            case .key(let key): path.append(key)
            case .index(let index): path.append(CodedKey(index: index))
            case .same: break
            }
            trail = parent
        }
        return path.reversed()
    }
}

/// A coding key that is not known in advance: an index, a name from a file, the key of a superclass's part.
struct CodedKey: CodingKey {
    var stringValue: String
    var intValue: Int?

    /// The key of a superclass's part, as in other coders.
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

/// A coder's error in one line with the path to the value; the errors' own descriptions are for debuggers.
struct CodingErrorText: CustomStringConvertible {
    let description: String

    init(_ error: any Error) {
        switch error {
        case let error as StorageError: description = error.message
        case EncodingError.invalidValue(_, let context):
            description = Self.text(context.codingPath, context.debugDescription)
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
            description = Self.text(context.codingPath, context.debugDescription)
        default: description = String(describing: error)
        }
    }

    private static func text(_ path: [any CodingKey], _ reason: String) -> String {
        let way = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        return way.isEmpty ? reason : "\(way.drop { $0 == "." }): \(reason)"
    }
}
