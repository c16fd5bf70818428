extension XMPDraft {
    /// Adds keywords to those there are.
    mutating func addKeywords(_ keywords: [String]) {
        let places = places(of: .keywords)
        let lists = places.map { words(of: $0) }
        let known = lists.flatMap(\.words)
        var wanted: [String] = []
        for case let word? in keywords.map({ XMPText.clean($0) }) where !known.contains(word) && !wanted.contains(word) {
            wanted.append(word)
        }
        guard !wanted.isEmpty else { return }
        guard let array = lists.lazy.compactMap(\.array).first else {
            // A text is no list yet.
            for place in places { remove(place) }
            return add(.keywords, .words(known + wanted))
        }
        let name = markup.elements[array].name
        var item = Array(markup.bytes[name.range.lowerBound..<name.local.lowerBound])
        item += "li".utf8
        let layout = markup.children(of: array).last.map { Array(markup.layout(of: $0)) } ?? []
        append(wanted.flatMap { layout + XMPText.element(item, XMPText.encoded($0)) }, to: array)
    }

    private func words(of place: XMPMarkup.Place) -> (words: [String], array: Int?) {
        guard case .element(let element) = place else { return (markup.text(of: place).map { [$0] } ?? [], nil) }
        let array = markup.children(of: element).first { child in
            [XMPName.bag, .sequence, .alternatives].contains { markup.isName(markup.elements[child].name, $0) }
        }
        guard let array else { return ([XMPText.decoded(markup.bytes[markup.elements[element].content])], nil) }
        return (
            markup.children(of: array).map { XMPText.decoded(markup.bytes[markup.elements[$0].content]) }, array
        )
    }

    /// Says with the time of the shot how far it is ahead of UTC, where the packet has that time.
    mutating func setOffset(_ offset: Int) {
        guard let original = places(of: .originalTime).first.flatMap({ markup.text(of: $0) }),
            let time = ZonedTime(text: original.utf8)
        else { return }
        for name in [XMPName.originalTime, .createdDate] {
            guard let text = places(of: name).first.flatMap({ markup.text(of: $0) }),
                let found = ZonedTime(text: text.utf8), found.wallTime == time.wallTime, found.offset != offset,
                !found.wallTime.isDayOnly
            else { continue }
            let local = text.prefix(10) + text.dropFirst(10).prefix { !"Zz+- ".contains($0) || $0 == " " }
            set(name, local.trimmed + Self.text(ofOffset: offset))
        }
    }

    /// `+09:00`.
    private static func text(ofOffset offset: Int) -> String {
        let minutes = abs(offset) / 60
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(offset < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
    }
}

extension Substring {
    /// The text without blanks at its end.
    fileprivate var trimmed: String {
        var text = String(self)
        while text.last == " " { text.removeLast() }
        return text
    }
}
