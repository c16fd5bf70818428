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
