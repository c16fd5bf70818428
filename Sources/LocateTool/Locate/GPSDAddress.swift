/// Where a gpsd listens.
struct GPSDAddress: Equatable {
    /// A host name or address; an IPv6 address without brackets.
    var host = "localhost"
    /// The port; 2947 is registered for gpsd.
    var port: UInt16 = 2947

    init() {}

    /// Takes `HOST`, `HOST:PORT`, `[IPv6]`, `[IPv6]:PORT` or a bare IPv6 address apart; `nil` when it is none.
    init?(_ text: String) {
        var host = text[...]
        var port: Substring?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let behind = text[text.index(after: end)...]
            if !behind.isEmpty {
                guard behind.first == ":" else { return nil }
                port = behind.dropFirst()
            }
        } else if text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        guard !host.isEmpty, !host.contains(where: \.isWhitespace) else { return nil }
        self.host = String(host)
        guard let port else { return }
        guard let number = UInt16(port), number > 0 else { return nil }
        self.port = number
    }
}
