internal import FoundationEssentials

extension PropertyListValue {
    /// Whether its property list has more bytes than a limit; written out only where that cannot be told otherwise.
    func isLarger(than limit: Int) -> Bool {
        guard bytes(markup: 250, text: 5) > limit else { return false }
        return bytes(markup: 0, text: 1) > limit || PropertyListWriter.data(self).count > limit
    }

    /// Bytes for each value and each byte of text: the most where all is indented and escaped, the fewest where nothing is.
    func bytes(markup: Int, text: Int) -> Int {
        switch self {
        case .boolean, .integer, .real, .date: markup
        case .string(let string): markup + string.utf8.count * text
        case .data(let data): markup + (data.count + 2) / 3 * 4
        case .array(let items): items.reduce(markup) { $0 + $1.bytes(markup: markup, text: text) }
        case .dictionary(let members):
            members.reduce(markup) {
                $0 + markup + $1.key.utf8.count * text + $1.value.bytes(markup: markup, text: text)
            }
        }
    }
}
