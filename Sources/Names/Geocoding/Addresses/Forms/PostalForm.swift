/// Addresses for letters: Google's field orders, with street and number as in the display format.
struct PostalForm {
    let data: AddressData
    var abbreviates = false
    var includesCountry = true
    var language: LanguageTag?

    /// Returns the lines of an address.
    func lines(_ address: PostalAddress) -> [String] {
        let letter = self.letter(of: address)
        guard let order = letter.order else { return [] }
        let fields = letter.fields
        var lines = order.lines { field in
            letter.capitals.contains(field) ? fields[field]?.uppercased() : fields[field]
        }.flatMap { $0.split(separator: "\n").map(String.init) }
        if includesCountry, let country = letter.country {
            // Mail from abroad needs the country's name in capitals at the end.
            if letter.isNative { lines.insert(country, at: 0) } else { lines.append(country.uppercased()) }
        }
        return lines
    }

    /// Returns the problems that may keep a letter from arriving.
    func problems(_ address: PostalAddress) -> [PostalAddress.Problem] {
        let letter = self.letter(of: address)
        let rules = letter.code.flatMap { data.rules($0) }
        var problems: [PostalAddress.Problem] = []
        for field in rules?.required ?? data.rules("*")?.required ?? "" where letter.fields[field] == nil {
            // A field that the order lacks is part of another.
            guard letter.order?.fields.contains(field) == true, let component = Self.components[field] else { continue }
            problems.append(.missing(component))
        }
        if let postcode = address[.postcode], let form = rules?.postcodeForm, !form.matches(postcode),
            form.written(postcode) == nil
        {
            problems.append(.wrongPostcode(postcode, examples: rules?.postcodeExamples ?? []))
        }
        return problems
    }

    /// An address split into the fields of a postal order.
    private struct Letter {
        var code: String?
        var order: PostalOrder?
        var capitals = ""
        var isNative = false
        var country: String?
        var fields: [Character: String] = [:]
    }

    private static let components: [Character: PostalAddress.Component] = [
        "A": .road, "C": .city, "S": .state, "Z": .postcode, "D": .suburb,
    ]
    /// Countries whose states are abbreviated.
    private static let codedStates: Set<String> = ["US", "CA", "AU", "BR", "MX"]

    private func letter(of address: PostalAddress) -> Letter {
        var parts = DisplayForm.sane(address)
        resolveAliases(&parts)
        var letter = Letter()
        var code = parts[.countryCode]?.uppercased()
        if code == "UK" { code = "GB" }
        let rules = code.flatMap { data.rules($0) }
        letter.code = rules == nil ? nil : code
        letter.country = parts[.country]
        letter.capitals = rules?.capitals ?? ""
        let native = code.flatMap { NativeOrder.language(of: $0) }
        letter.isNative = native.map { NativeOrder.isNative(parts, language: $0) && $0 != "fa" } ?? false
        let local = rules?.postalOrder ?? data.rules("*")?.postalOrder
        letter.order = letter.isNative ? local : rules?.latinPostalOrder ?? local
        if abbreviates { Abbreviations(data).shorten(&parts, country: code, language: language) }
        if let rules, let code { DivisionCodes.add(to: &parts, country: code, rules) }
        letter.fields = fields(parts, letter)
        return letter
    }

    private func fields(_ parts: PostalAddress, _ letter: Letter) -> [Character: String] {
        let order = letter.order?.fields ?? []
        var fields: [Character: String] = [:]
        let names = parts.entries.filter { !$0.component.isKnown }.map(\.value)
        fields["N"] = parts[.attention] ?? (names.isEmpty ? nil : names.joined(separator: ", "))
        fields["O"] = parts[.house]
        fields["Z"] = parts[.postcode].map { postcode in
            letter.code.flatMap { data.rules($0)?.postcodeForm?.written(postcode) } ?? postcode
        }
        fields["X"] = parts[.sortingCode]
        fields["C"] = parts.first(.postalCity, .city, .town, .village, .municipality, .hamlet)
        fields["D"] = parts.first(.suburb, .cityDistrict, .neighbourhood)
        let isCoded = letter.code.map(Self.codedStates.contains) ?? false
        fields["S"] = isCoded ? parts.first(.stateCode, .state) : parts[.state]
        if isCoded, let code = fields["S"], let written = letter.code.flatMap({ data.rules($0)?.postalStates }) {
            fields["S"] = written[code.uppercased()] ?? code
        }
        if letter.code == "IT" { fields["S"] = parts.first(.countyCode, .county) }
        if fields["C"] == nil, order.contains("C"), !order.contains("S") { fields["C"] = parts[.state] }
        fields["A"] = street(parts, letter, order, fields)
        return fields
    }

    /// Returns the street, with components for which the order has no field: the town in Japan and Macao.
    private func street(
        _ parts: PostalAddress, _ letter: Letter, _ order: [Character], _ fields: [Character: String]
    ) -> String? {
        let country = letter.code
        let road = parts[.road].map { road in
            StreetLine(data).text(road: road, number: parts[.houseNumber], country: country, isNative: letter.isNative)
        }
        var pieces = [road ?? parts[.houseNumber]].compactMap(\.self)
        if !order.contains("D"), let quarter = fields["D"], letter.isNative || road == nil { pieces.append(quarter) }
        let isSaid = letter.order?.literals.contains { $0.contains(fields["C"]?.uppercased() ?? "-") } ?? false
        if !order.contains("C"), !isSaid, let town = fields["C"], town != fields["S"], town != letter.country {
            pieces.append(town)
        }
        guard !pieces.isEmpty else { return nil }
        return letter.isNative ? pieces.reversed().joined() : pieces.joined(separator: "\n")
    }

    private func resolveAliases(_ parts: inout PostalAddress) {
        for (component, names) in PostalAddress.Component.otherNames where parts[component] == nil {
            guard let name = names.first(where: { parts[$0] != nil }) else { continue }
            parts[component] = parts[name]
        }
    }
}

/// The field order of a postal address: `%N%n%O%n%A%n%C, %S %Z`.
///
/// N is a person, O an organization, A the street, D a quarter, C the town, S the state, Z the postcode, X a sorting
/// code; `%n` ends a line. The text between two fields is printed if both are present.
struct PostalOrder: Sendable {
    enum Part: Equatable, Sendable {
        case field(Character)
        case text(String)
    }

    /// The parts of each line.
    let lines: [[Part]]

    init(_ text: String) {
        var lines: [[Part]] = [[]]
        var literal = ""
        func finish() {
            if !literal.isEmpty { lines[lines.count - 1].append(.text(literal)) }
            literal = ""
        }
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "%", let letter = rest.popFirst() else {
                literal.append(character)
                continue
            }
            finish()
            if letter == "n" { lines.append([]) } else { lines[lines.count - 1].append(.field(letter)) }
        }
        finish()
        self.lines = lines.filter { !$0.isEmpty }
    }

    /// The fields in order.
    var fields: [Character] {
        lines.joined().compactMap { if case .field(let letter) = $0 { letter } else { nil } }
    }

    /// The literal texts between the fields.
    var literals: [String] {
        lines.joined().compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// Returns the lines with the fields filled in; a field may have several lines.
    func lines(_ value: (Character) -> String?) -> [String] { lines.compactMap { Self.filled($0, value) } }

    private static func filled(_ line: [Part], _ value: (Character) -> String?) -> String? {
        var text = ""
        var before = ""
        var hasField = false
        for part in line {
            switch part {
            case .text(let literal): before = literal
            case .field(let letter):
                guard let value = value(letter), !value.isEmpty else {
                    // The separator before a missing field is omitted, but words stay: San Juan PR, SINGAPORE.
                    if isWord(before) { text += hasField ? trimmedEnd(before) : before.trimmedWord }
                    hasField = hasField || isWord(before)
                    before = ""
                    continue
                }
                // A prefix of the country or the post before the first field belongs to that field.
                let isSaid = !before.isEmpty && value.hasPrefix(before)
                if hasField || !isSeparator(before), !isSaid { text += hasField ? before : trimmedStart(before) }
                text += value
                hasField = true
                before = ""
            }
        }
        if isWord(before) { text += hasField ? trimmedEnd(before) : before.trimmedWord }
        return text.isEmpty ? nil : text
    }

    private static func isSeparator(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0 == " " || $0 == "," || $0 == "-" || $0 == "/" }
    }

    /// Returns whether the text between fields is meaningful by itself; prefixes such as `CH-` are not.
    private static func isWord(_ text: String) -> Bool {
        let isApart = text.first == " " && text.last == " "
        return text.count { $0.isLetter } >= (isApart ? 2 : 4)
    }

    private static func trimmedStart(_ text: String) -> String { text.first == " " ? String(text.dropFirst()) : text }

    private static func trimmedEnd(_ text: String) -> String { text.last == " " ? String(text.dropLast()) : text }
}

extension String {
    fileprivate var trimmedWord: String { split(separator: " ").joined(separator: " ") }
}
