public import FoundationEssentials
import LKFormats

// Reading with the conversions of `UserDefaults`, which programs and people who edit files rely on.
extension SettingsStore {
    /// Returns the text under a key.
    ///
    /// Numbers become the shortest text that means the same number; a Boolean becomes "1" or "0".
    ///
    /// As in all methods of this kind, the first layer counts whose value has or can be given the type; see ``layers``.
    ///
    /// - Parameter key: The key in the store.
    /// - Returns: `nil` if there is no value, or none that can be converted.
    public func string(forKey key: String) -> String? { first(key, \.asText) }

    /// Returns the integer under a key.
    ///
    /// Real numbers are truncated towards zero; a Boolean becomes 1 or 0; a text counts if all of it, without white space
    /// around it, is a decimal number. Numbers beyond `Int` do not count.
    ///
    /// - Parameter key: The key in the store.
    /// - Returns: 0 if there is no value, or none that can be converted.
    public func integer(forKey key: String) -> Int { first(key, \.asInteger) ?? 0 }

    /// Returns the number under a key; texts and Booleans are converted as by ``integer(forKey:)``.
    ///
    /// - Parameter key: The key in the store.
    /// - Returns: 0 if there is no value, or none that can be converted.
    public func double(forKey key: String) -> Double { first(key, \.asDouble) ?? 0 }

    /// Returns the Boolean under a key.
    ///
    /// A number is `true` unless it is 0. So is a text with a number; of the others "yes", "true", "y", "t" and "on" are `true`, and
    /// "no", "false", "n", "f" and "off" are `false`, in capitals too.
    ///
    /// - Parameter key: The key in the store.
    /// - Returns: `false` if there is no value, or none that can be converted.
    public func bool(forKey key: String) -> Bool { first(key, \.asBoolean) ?? false }

    /// Returns the bytes under a key, which are not made from other types.
    ///
    /// - Parameter key: The key in the store.
    /// - Returns: `nil` if there is no value of this type.
    public func data(forKey key: String) -> Data? {
        first(key) { if case .data(let data) = $0 { data } else { nil } }
    }

    /// Returns the array under a key, which is not made from other types.
    ///
    /// - Parameter key: The key in the store.
    /// - Returns: `nil` if there is no value of this type.
    public func array(forKey key: String) -> [PropertyListValue]? {
        first(key) { if case .array(let items) = $0 { items } else { nil } }
    }

    /// Returns the array of texts under a key.
    ///
    /// - Parameter key: The key in the store.
    /// - Returns: `nil` if there is no array, or one with an element of another type.
    public func stringArray(forKey key: String) -> [String]? {
        first(key) { try? $0.decoded(as: [String].self) }
    }

    /// Returns the dictionary under a key, which is not made from other types.
    ///
    /// - Parameter key: The key in the store.
    /// - Returns: `nil` if there is no value of this type.
    public func dictionary(forKey key: String) -> [String: PropertyListValue]? {
        first(key) { if case .dictionary(let members) = $0 { members } else { nil } }
    }

    /// Returns the URL under a key: what a `@Setting` of type `URL` has stored, or a text.
    ///
    /// A text that begins with a slash, or with a tilde for the user's home folder, is the path of a file.
    ///
    /// - Parameter key: The key in the store.
    /// - Returns: `nil` if there is no value, or none that is a URL.
    public func url(forKey key: String) -> URL? { first(key, \.asURL) }

    private func first<Value>(_ key: String, _ convert: (PropertyListValue) -> Value?) -> Value? {
        file.refresh()
        for candidate in file.candidates(key).values {
            if let value = convert(candidate.value) { return value }
        }
        return nil
    }
}

extension PropertyListValue {
    fileprivate var asText: String? {
        switch self {
        // Decoded, since the marks of nil are not part of the text.
        case .string: try? decoded(as: String.self)
        case .boolean(let truth): truth ? "1" : "0"
        case .integer(let number): String(number)
        case .real(let number): Int128(exactly: number).map { String($0) } ?? String(number)
        default: nil
        }
    }

    fileprivate var asInteger: Int? {
        switch self {
        case .boolean(let truth): truth ? 1 : 0
        case .integer(let number): Int(exactly: number)
        case .real(let number): Int(exactly: number.rounded(.towardZero))
        case .string(let text):
            // First exactly, since a Double does not have all digits of large integers.
            Int(Self.trimmed(text)) ?? Self.number(text).flatMap { Int(exactly: $0.rounded(.towardZero)) }
        default: nil
        }
    }

    fileprivate var asDouble: Double? {
        switch self {
        case .boolean(let truth): truth ? 1 : 0
        case .integer(let number): Double(number)
        case .real(let number): number
        case .string(let text): Self.number(text)
        default: nil
        }
    }

    fileprivate var asBoolean: Bool? {
        guard case .string(let text) = self else { return asDouble.map { $0 != 0 } }
        return Self.truth(of: text) ?? asDouble.map { $0 != 0 }
    }

    fileprivate var asURL: URL? {
        if case .string(let text) = self {
            if text.hasPrefix("/") { return URL(filePath: text) }
            if text == "~" || text.hasPrefix("~/") {
                return URL(filePath: FileManager.default.homeDirectoryForCurrentUser.path + text.dropFirst())
            }
        }
        return try? decoded(as: URL.self)
    }

    /// Returns the Boolean that a text other than a number stands for, or `nil` if there is none.
    static func truth(of text: String) -> Bool? {
        switch trimmed(text).lowercased() {
        case "yes", "true", "y", "t", "on": true
        case "no", "false", "n", "f", "off": false
        default: nil
        }
    }

    /// Returns a text without the white space around it.
    static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// Returns the decimal number that a text consists of; Swift would also read hexadecimal numbers, "inf" and "nan".
    static func number(_ text: String) -> Double? {
        DecimalText.parse(Array(trimmed(text).utf8).span)
    }
}
