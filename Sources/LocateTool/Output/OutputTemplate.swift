import Geocoding

/// A line of output with `%keyword` where values go.
///
/// `%addr.CountryCode` is never mistaken for `%addr.Country`: the longest keyword wins. A value that itself holds a
/// `%keyword` is printed as it is. Controls in values are replaced, see ``ForeignText``. `%%` is a percent sign; `\n` and `\t` are the end of a line and a tab.
struct OutputTemplate: Equatable {
    private let template: KeywordTemplate

    /// Takes a template apart.
    ///
    /// - Parameters:
    ///   - template: The text.
    ///   - keywords: What may stand behind a percent sign.
    /// - Throws: A usage error that names the first keyword nobody knows.
    init(_ template: String, keywords: [String]) throws(ToolError) {
        do {
            self.template = try KeywordTemplate(
                template, keywords: keywords, syntax: .init(sign: "%", hasEscapes: true))
        } catch {
            throw Self.unknown(error.word, keywords: keywords)
        }
    }

    /// The keywords it uses.
    var keywords: [String] { template.keywords }

    /// Fills the values in; one that is unknown leaves nothing.
    func render(_ value: (String) -> String?) -> String {
        var bytes: [UInt8] = []
        render(to: &bytes) { keyword, bytes in bytes += (value(keyword) ?? "").utf8 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Fills in what a function appends for each keyword.
    func render(to bytes: inout [UInt8], _ append: (String, inout [UInt8]) -> Void) {
        template.render(to: &bytes) { keyword, bytes in
            let start = bytes.count
            append(keyword, &bytes)
            // Gaps for numbers are filled in later. An address may have several lines.
            if !bytes[start...].contains(PlaceFigure.mark) { ForeignText.clean(&bytes, from: start, keeping: [10]) }
        }
    }

    private static func unknown(_ word: String, keywords: [String]) -> ToolError {
        guard !word.isEmpty else {
            return .usage("--template has a % that no keyword follows; write %% for a percent sign")
        }
        let hint = Suggestion.nearest(to: word, in: keywords).map { "did you mean %\($0)?" }
        return .usage(
            "--template does not know %\(word); " + (hint ?? "locate help and locate help reverse list the keywords"))
    }
}
