extension DisplayForm {
    /// The address without values that are none: no letters, a link, a list of postcodes.
    static func sane(_ address: PostalAddress) -> PostalAddress {
        var parts = address
        for entry in address.entries {
            // Longer ones are no parts of addresses, and would take long.
            guard entry.value.utf8.count <= longestValue else {
                parts[entry.component] = nil
                continue
            }
            var value = entry.value
            if value.unicodeScalars.contains(where: Self.isControl) {
                value = value.split(whereSeparator: \.isNewline).joined(separator: " ")
                value.unicodeScalars.removeAll(where: Self.isControl)
            }
            let isWord = value.unicodeScalars.contains { ScalarSet.isWord($0) }
            parts[entry.component] = isWord && !Self.isLink(value) ? value : nil
        }
        guard let postcode = parts[.postcode], postcode.utf8.count > 6 else { return parts }
        let pieces = postcode.split { $0 == ";" || $0 == "," }
        let isRange = postcode.contains(";") && pieces.count > 1 && pieces.allSatisfy { Self.isNumber(String($0)) }
        let isList = pieces.count > 1 && pieces.allSatisfy { $0.count == 5 && Self.isNumber(String($0)) }
        if isRange || postcode.count > 20 && !isList {
            parts[.postcode] = nil
        } else if isList {
            parts[.postcode] = String(pieces[0])
        }
        return parts
    }

    private static let longestValue = 2_000

    /// Whether it ends a line or does something else to what shows it; tabs are spaces later.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...8, 10...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func isLink(_ text: String) -> Bool {
        // A search for the whole takes longer than everything else together.
        text.utf8.contains(UInt8(ascii: "/")) && (text.contains("http://") || text.contains("https://"))
    }

    static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || $0 == "." }
    }
}
