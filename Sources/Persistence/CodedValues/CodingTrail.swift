/// The way from the top to a value, written down as keys only when a message or a type asks for it.
final class CodingTrail {
    private enum Step {
        case key(any CodingKey)
        case index(Int)
        /// To a value that stands for all of the one above: an optional's content, a raw value.
        case same
    }

    static var top: CodingTrail { CodingTrail(isHandwritten: false) }
    /// The top of what people may have edited.
    static var topOfHandwriting: CodingTrail { CodingTrail(isHandwritten: true) }

    private let parent: CodingTrail?
    private let step: Step
    /// Steps from the top.
    let depth: Int
    /// Whether a number may be written in the form of another.
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

    /// One more level without a name, so that what holds itself for ever is found.
    func deeper() -> CodingTrail { CodingTrail(self, .same) }

    /// The steps, from the top.
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

/// What coders say, in one line with the way to the value: the descriptions of their errors are for debuggers.
struct CodingErrorText: CustomStringConvertible {
    let description: String

    init(_ error: any Error) {
        switch error {
        case let error as PersistenceError: description = error.message
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
