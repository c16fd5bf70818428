/// A text with keywords that stand for values, parsed once.
///
/// The longest keyword wins, so `%addr.CountryCode` is never mistaken for `%addr.Country`. Keywords inside values are
/// not expanded.
package struct KeywordTemplate: Hashable, Sendable {
    /// A piece of the template.
    package enum Part: Hashable, Sendable {
        case text(String)
        case keyword(String)
    }

    /// An unknown keyword: the word after the sign; empty if there is none.
    package struct UnknownKeyword: Error {
        /// The word.
        package var word: String
    }

    /// The syntax of keywords and escape sequences.
    package struct Syntax: Sendable {
        /// The character before every keyword.
        package var sign: String
        /// Whether `%%` is a percent sign, and `\n`, `\t` and `\\` are a newline, a tab and a backslash.
        package var hasEscapes: Bool

        package init(sign: String, hasEscapes: Bool) {
            self.sign = sign
            self.hasEscapes = hasEscapes
        }
    }

    package let parts: [Part]

    /// Parses a template.
    ///
    /// - Parameters:
    ///   - template: The text.
    ///   - keywords: The words allowed after the sign.
    ///   - prefix: A prefix that makes any following name a keyword: letters, digits and underscores, or anything in
    ///     braces.
    ///   - syntax: The syntax.
    /// - Throws: The first unknown keyword; with `%place.city` defined, `%place.citty` is one.
    package init(
        _ template: String, keywords: [String], prefix: String? = nil, syntax: Syntax
    ) throws(UnknownKeyword) {
        var parts: [Part] = []
        var text = ""
        var rest = template[...]
        while let character = rest.first {
            if syntax.hasEscapes, let (plain, length) = Self.unescaped(rest) {
                text += plain
                rest = rest.dropFirst(length)
            } else if rest.hasPrefix(syntax.sign) {
                rest = rest.dropFirst(syntax.sign.count)
                if let prefix, let (name, length) = Self.name(rest, behind: prefix) {
                    if !text.isEmpty { parts.append(.text(text)) }
                    text = ""
                    parts.append(.keyword(prefix + name))
                    rest = rest.dropFirst(length)
                    continue
                }
                let best = keywords.filter { rest.hasPrefix($0) }.max { $0.count < $1.count }
                // An unknown word after the common prefix of known keywords is a misspelling.
                let isMisspelled = best.map { best in
                    let behind = rest.dropFirst(best.count)
                    return behind.first == "." && behind.dropFirst().first?.isLetter == true
                        && keywords.contains { $0.hasPrefix(best + ".") }
                }
                guard let best, isMisspelled == false else {
                    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
                    throw UnknownKeyword(word: String(word))
                }
                if !text.isEmpty { parts.append(.text(text)) }
                text = ""
                parts.append(.keyword(best))
                rest = rest.dropFirst(best.count)
            } else {
                text.append(character)
                rest.removeFirst()
            }
        }
        if !text.isEmpty { parts.append(.text(text)) }
        self.parts = parts
    }

    /// Returns the name after a prefix, without its braces, and the length of both; `nil` if there is none.
    private static func name(_ rest: Substring, behind prefix: String) -> (String, Int)? {
        guard rest.hasPrefix(prefix) else { return nil }
        let behind = rest.dropFirst(prefix.count)
        guard behind.first == "{" else {
            let name = behind.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            return name.isEmpty ? nil : (String(name), prefix.count + name.count)
        }
        guard let end = behind.firstIndex(of: "}") else { return nil }
        let name = behind[..<end].dropFirst()
        return name.isEmpty ? nil : (String(name), prefix.count + name.count + 2)
    }

    /// The keywords in the template, in order.
    package var keywords: [String] {
        parts.compactMap { if case .keyword(let keyword) = $0 { keyword } else { nil } }
    }

    /// Fills in the template; `append` appends the value of a keyword.
    package func render(to bytes: inout [UInt8], _ append: (String, inout [UInt8]) -> Void) {
        for part in parts {
            switch part {
            case .text(let text): bytes += text.utf8
            case .keyword(let keyword): append(keyword, &bytes)
            }
        }
    }

    /// Returns the character of an escape sequence and the sequence's length; `nil` if there is none.
    private static func unescaped(_ rest: Substring) -> (String, Int)? {
        if rest.hasPrefix("%%") { return ("%", 2) }
        if rest.hasPrefix("\\n") { return ("\n", 2) }
        if rest.hasPrefix("\\t") { return ("\t", 2) }
        if rest.hasPrefix("\\\\") { return ("\\", 2) }
        return nil
    }
}
