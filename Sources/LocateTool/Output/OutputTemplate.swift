/// A line of output with `%keyword` where values go.
///
/// `%addr.CountryCode` is never mistaken for `%addr.Country`: the longest keyword wins. A value that itself holds a
/// `%keyword` is printed as it is. `%%` is a percent sign; `\n` and `\t` are the end of a line and a tab.
struct OutputTemplate: Equatable {
    private enum Part: Equatable {
        case text(String)
        case keyword(String)
    }

    private let parts: [Part]

    /// Takes a template apart.
    ///
    /// - Parameters:
    ///   - template: The text.
    ///   - keywords: What may stand behind a percent sign.
    /// - Throws: A usage error that names the first keyword nobody knows.
    init(_ template: String, keywords: [String]) throws(ToolError) {
        var parts: [Part] = []
        var text = ""
        var rest = template[...]
        while let character = rest.first {
            if character == "\\" {
                let (plain, length) = Self.unescaped(rest)
                text += plain
                rest = rest.dropFirst(length)
            } else if character != "%" {
                text.append(character)
                rest.removeFirst()
            } else if rest.hasPrefix("%%") {
                text += "%"
                rest = rest.dropFirst(2)
            } else {
                rest.removeFirst()
                let best = keywords.filter { rest.hasPrefix($0) }.max { $0.count < $1.count }
                guard let best else { throw Self.unknown(in: rest, keywords: keywords) }
                if !text.isEmpty { parts.append(.text(text)) }
                text = ""
                parts.append(.keyword(best))
                rest = rest.dropFirst(best.count)
            }
        }
        if !text.isEmpty { parts.append(.text(text)) }
        self.parts = parts
    }

    /// The keywords it uses.
    var keywords: [String] {
        parts.compactMap { if case .keyword(let keyword) = $0 { keyword } else { nil } }
    }

    /// Fills the values in; one that is unknown leaves nothing.
    func render(_ value: (String) -> String?) -> String {
        var bytes: [UInt8] = []
        render(to: &bytes) { keyword, bytes in bytes += (value(keyword) ?? "").utf8 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Fills in what a function appends for each keyword.
    func render(to bytes: inout [UInt8], _ append: (String, inout [UInt8]) -> Void) {
        for part in parts {
            switch part {
            case .text(let text): bytes += text.utf8
            case .keyword(let keyword): append(keyword, &bytes)
            }
        }
    }

    private static func unescaped(_ rest: Substring) -> (String, Int) {
        if rest.hasPrefix("\\n") { return ("\n", 2) }
        if rest.hasPrefix("\\t") { return ("\t", 2) }
        if rest.hasPrefix("\\\\") { return ("\\", 2) }
        return ("\\", 1)
    }

    private static func unknown(in rest: Substring, keywords: [String]) -> ToolError {
        let word = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" })
        guard !word.isEmpty else {
            return .usage("--template has a % that no keyword follows; write %% for a percent sign")
        }
        let hint = Suggestion.nearest(to: word, in: keywords).map { "did you mean %\($0)?" }
        return .usage("--template does not know %\(word); " + (hint ?? "locate help lists the keywords"))
    }
}
