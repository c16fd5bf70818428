/// The shape that the errors of all modules share: a kind, and a sentence that says what happened and what to do.
///
/// An error of a module declares its kinds and its stored properties; text, equality and hash are here. The error beneath is not
/// compared, since it need not be equatable.
package protocol DescribedError: Error, CustomStringConvertible {
    associatedtype Code: Hashable

    /// The kind of error.
    var code: Code { get }
    /// What happened, to what, and what to do, as one sentence.
    var message: String { get }
    /// What to do: the end of ``message``; `nil` where there is nothing to advise.
    var advice: String? { get }
}

extension DescribedError {
    package var advice: String? { nil }

    /// The message.
    public var description: String { message }

    /// Returns a sentence with the advice at its end.
    package static func sentence(_ message: String, _ advice: String?) -> String {
        advice.map { "\(message); \($0)" } ?? message
    }
}

/// An error that is compared by what it says.
package protocol HashableError: DescribedError, Hashable {
    /// What else is compared: the advice, a path, an error number.
    var details: [AnyHashable] { get }
}

extension HashableError {
    package var details: [AnyHashable] { [advice] }

    /// Returns whether both say the same; the errors beneath are not compared.
    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code && left.message == right.message && left.details == right.details
    }

    /// Hashes what ``==(_:_:)`` compares, but for what the message implies.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(message)
    }
}
