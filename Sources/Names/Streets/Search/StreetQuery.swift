/// What a search of a ``StreetIndex`` looks for: a text, or the parts of an address.
///
/// ```swift
/// StreetQuery("Städtle 43, Vaduz")
/// StreetQuery(street: "Städtle", houseNumber: "43", city: "Vaduz", postcode: "9490")
/// ```
package struct StreetQuery: Hashable, Sendable {
    /// What a word of a query may be.
    struct Role: OptionSet, Hashable {
        let rawValue: UInt8
        /// A word of the name of what is looked for.
        static let name = Role(rawValue: 1)
        static let houseNumber = Role(rawValue: 2)
        /// A word of a name of what that is in.
        static let surroundings = Role(rawValue: 4)
        static let postcode = Role(rawValue: 8)
        static let any: Role = [.name, .houseNumber, .surroundings, .postcode]
    }

    struct Token: Hashable {
        /// The word by which names are found.
        var word: [UInt8]
        /// The folded word as it was written.
        var written: [UInt8]
        /// Words of different parts are never one number.
        var part: Int
        var roles: Role
    }

    /// Maximum number of words in a query; a longer one finds nothing.
    static let maximumTokens = 32

    /// Maximum length of a word after the first in a number or postcode, in bytes.
    private static let maximumSuffixLength = 4

    private(set) var tokens: [Token] = []

    /// Creates a query from a text as people write it: a name, or street and house number, then what it is in; the
    /// words may be in any order.
    ///
    /// - Parameter text: The text; commas are allowed but not required.
    package init(_ text: String) {
        for (number, part) in text.split(whereSeparator: { ",，、;\n".contains($0) }).enumerated() {
            append(String(part), number, .any)
            // One with more words finds nothing.
            if tokens.count > Self.maximumTokens { return }
        }
    }

    /// Creates a query from the parts of an address, each of which has to match.
    ///
    /// - Parameters:
    ///   - street: The street, or the settlement by which houses are numbered; with its number if `houseNumber` is `nil`.
    ///   - houseNumber: The house number.
    ///   - city: The city, village or quarter; `nil` for any.
    ///   - postcode: The postcode; `nil` for any.
    package init(street: String? = nil, houseNumber: String? = nil, city: String? = nil, postcode: String? = nil) {
        if let street { append(street, 0, houseNumber == nil ? [.name, .houseNumber] : .name) }
        if let houseNumber { append(houseNumber, 1, .houseNumber) }
        if let city { append(city, 2, street == nil ? [.name, .surroundings] : .surroundings) }
        if let postcode { append(postcode, 3, street == nil && city == nil ? [.name, .postcode] : .postcode) }
    }

    private mutating func append(_ text: String, _ part: Int, _ roles: Role) {
        let words = Array(text.utf8).withUnsafeBytes { SearchWords.folded($0) }
        tokens += words.map { Token(word: SearchWords.canonical($0), written: $0, part: part, roles: roles) }
    }

    /// The query with numbers split from words, `Landstr.5`, and without number signs and the country of `FL-9490`.
    var relaxed: StreetQuery {
        var relaxed = self
        relaxed.tokens = []
        for token in tokens {
            let digits = token.written.firstIndex(where: \.isDigit) ?? 0
            guard digits > 1, token.roles == .any else {
                relaxed.tokens.append(token)
                continue
            }
            for part in [token.written[..<digits], token.written[digits...]].map(Array.init) {
                relaxed.tokens.append(
                    Token(word: SearchWords.canonical(part), written: part, part: token.part, roles: token.roles))
            }
        }
        relaxed.tokens = relaxed.tokens.indices.compactMap { index in
            let token = relaxed.tokens[index]
            guard index + 1 < relaxed.tokens.count, relaxed.tokens[index + 1].part == token.part else { return token }
            let next = relaxed.tokens[index + 1].written
            let isNumberSign = Self.numberSigns.contains(token.written) && next[0].isDigit
            let isCountry =
                token.written.count <= 2 && !token.written[0].isDigit && next.count >= 4 && next.allSatisfy(\.isDigit)
            return isNumberSign || isCountry ? nil : token
        }
        return relaxed
    }

    private static let numberSigns = Set(["nr", "no", "num", "n"].map { Array($0.utf8) })

    /// Returns the tokens that may have a role, as a bit mask.
    func mask(_ role: Role) -> UInt32 {
        var mask: UInt32 = 0
        for (index, token) in tokens.enumerated() where token.roles.contains(role) { mask |= 1 << UInt32(index) }
        return mask
    }

    /// All tokens, a bit each.
    var all: UInt32 { tokens.count >= 32 ? .max : 1 << UInt32(tokens.count) - 1 }

    /// The tokens of a text that look like a postcode, a bit each: 9490, 1012 AB, SW1A 1AA.
    ///
    /// Addresses often state another postcode than the map, and are found all the same; parts of an address must match.
    var doubtful: UInt32 {
        var mask: UInt32 = 0
        for (index, token) in tokens.enumerated() where token.roles == .any {
            let hasDigit = token.written.contains(where: \.isDigit)
            if hasDigit, token.written.count >= 4 { mask |= 1 << UInt32(index) }
            guard index > 0, tokens[index - 1].part == token.part else { continue }
            let before = tokens[index - 1].written
            let isBritish = hasDigit && before.contains(where: \.isDigit) && before.count + token.written.count >= 5
            let isDutch = before.count == 4 && before.allSatisfy(\.isDigit) && !hasDigit && token.written.count == 2
            if isBritish || isDutch { mask |= 0b11 << UInt32(index - 1) }
        }
        return mask
    }

    /// Runs of up to three tokens that may be one house number or postcode, with the bits of the tokens.
    ///
    /// A number begins with a digit; of a postcode some token has one. Words behind the first are short: 12 bis, SW1A 1AA.
    func codes(_ role: Role) -> [(code: [UInt8], mask: UInt32)] {
        var codes: [(code: [UInt8], mask: UInt32)] = []
        for first in tokens.indices {
            for end in first + 1...min(first + 3, tokens.count) {
                let run = tokens[first..<end]
                let hasDigit =
                    role == .postcode
                    ? run.contains(where: { $0.written.contains(where: \.isDigit) }) : run[first].written[0].isDigit
                let isShort = run.dropFirst().allSatisfy { $0.written.count <= Self.maximumSuffixLength }
                guard hasDigit, isShort,
                    run.allSatisfy({ $0.roles.contains(role) && $0.part == run[first].part })
                else { continue }
                codes.append(
                    (HouseNumber.joined(run.map(\.written)), run.indices.reduce(0) { $0 | 1 << UInt32($1) }))
            }
        }
        return codes
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
