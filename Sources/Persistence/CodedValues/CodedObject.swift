/// The values of a keyed container in the order of their keys' first use; a reference, because containers that were
/// handed out add to it.
final class CodedObject {
    /// Looking through fewer costs less than hashing.
    private static let fewKeys = 16

    private(set) var keys: [String] = []
    private(set) var values: [CodedValue] = []
    /// Where the keys are, once there are many.
    private var positions: [String: Int] = [:]

    /// The value of a key; setting replaces what was there.
    subscript(key: String) -> CodedValue? {
        get { position(of: key).map { values[$0] } }
        set {
            guard let newValue else { return }
            if let position = position(of: key) {
                values[position] = newValue
            } else {
                append(key, newValue)
            }
        }
    }

    private func append(_ key: String, _ value: CodedValue) {
        keys.append(key)
        values.append(value)
        if keys.count == Self.fewKeys {
            for (position, key) in keys.enumerated() { positions[key] = position }
        } else if keys.count > Self.fewKeys {
            positions[key] = keys.count - 1
        }
    }

    private func position(of key: String) -> Int? {
        keys.count < Self.fewKeys ? keys.firstIndex(of: key) : positions[key]
    }
}
