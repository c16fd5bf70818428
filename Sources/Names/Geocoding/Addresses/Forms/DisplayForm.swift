import LKFormats

/// Addresses as on maps: OpenCage's templates.
struct DisplayForm {
    let data: AddressData
    /// The language whose variant of a country's format is used; `nil` to choose by the script of the names.
    var language: LanguageTag?
    /// Whether to abbreviate words in street names.
    var abbreviates = false
    /// Whether to include the country.
    var includesCountry = true

    /// An address with the final values of its components, and the format to use.
    private struct Prepared {
        var form: AddressPattern
        var parts: PostalAddress
        var replacements: [CountryRules.Replacement]
    }

    /// Returns the lines of an address.
    func lines(_ address: PostalAddress) -> [String] {
        prepared(address).map(finished) ?? []
    }

    /// Returns the code that the lines print for the state; `nil` if they print its name or nothing.
    func stateCode(_ address: PostalAddress) -> String? {
        guard let prepared = prepared(address) else { return nil }
        let used = prepared.form.used { prepared.parts[$0] != nil }
        return used.contains(.stateCode) ? prepared.parts[.stateCode] : nil
    }

    private func prepared(_ address: PostalAddress) -> Prepared? {
        var parts = Self.sane(address)
        let added = parts[.countryCode].flatMap { data.rules($0.uppercased())?.addedComponent }
        let code = country(of: &parts)
        let base = code.flatMap { data.rules($0) }
        let other = data.rules("*")
        resolveAliases(&parts, country: code)
        let variant = code.flatMap { self.variant(of: $0, parts) }
        // Addresses without street and postcode have another format, except those that start with the country.
        let isMinimal = parts[.road] == nil && parts[.postcode] == nil && variant?.isNative != true
        var chosen = variant?.rules.display
        if isMinimal {
            chosen = variant?.rules.fallback ?? base?.fallback ?? other?.fallback
        } else if chosen == nil {
            chosen = base?.display ?? other?.display
        }
        guard var form = chosen else { return nil }
        // The state added by the rules may repeat the country: Majuro above Marshall Islands.
        if isMinimal, let added, added.value == parts[.country] { parts[added.component] = nil }
        if !isMinimal { settle(&parts, form) }
        Localities.keep(&parts, in: form)
        if let postcode = parts[.postcode], postcode.utf8.contains(where: { (0x61...0x7A).contains($0) }),
            let written = base?.postcodeForm?.written(postcode)
        {
            parts[.postcode] = written
        }
        if let country = parts[.country], Self.isNumber(country), let state = parts[.state] {
            parts[.country] = state
            parts[.state] = nil
        }
        if let base { replace(&parts, base) }
        if let base, let code { DivisionCodes.add(to: &parts, country: code, base) }
        if variant?.isNative == true { Self.nameCityStateOnce(&parts) }
        head(&parts)
        if abbreviates { Abbreviations(data).shorten(&parts, country: code, language: language) }
        if !parts.keepsCountryName, let name = parts[.country], let better = base?.countryNames[name] {
            parts[.country] = better
        }
        if !includesCountry {
            form = form.withoutCountry
            if !form.components.contains(PostalAddress.Component.country) { parts[.country] = nil }
        }
        let rules = variant?.rules ?? base
        return Prepared(form: form, parts: parts, replacements: rules?.textReplacements ?? [])
    }

    private func finished(_ prepared: Prepared) -> [String] {
        let (form, parts, replacements) = (prepared.form, prepared.parts, prepared.replacements)
        let lines = AddressCleaning.lines(form.rendered { parts[$0] })
        if lines.isEmpty {
            let named = parts.entries.filter { $0.component != .countryCode }
            return named.count == 1 && includesCountry ? [named[0].value] : []
        }
        guard !replacements.isEmpty || lines.contains(where: { $0.utf8.contains(UInt8(ascii: ",")) }) else {
            return lines
        }
        // The replacements rely on a newline at the end.
        var text = AddressCleaning.withoutRepetition(lines.joined(separator: "\n")) + "\n"
        for rule in replacements { text = rule.pattern.replacingFirst(in: text, with: rule.text) }
        return AddressCleaning.lines(text)
    }

    /// Returns the country whose format is used; territories use that of their state, with additions.
    private func country(of parts: inout PostalAddress) -> String? {
        guard var code = parts[.countryCode]?.uppercased(), code.utf8.count == 2,
            code.unicodeScalars.allSatisfy({ ("A"..."Z").contains($0) })
        else { return nil }
        if code == "UK" { code = "GB" }
        if let rules = data.rules(code), let used = rules.usedCountry {
            code = used
            if !parts.keepsCountryName, let name = rules.changedName { parts[.country] = Self.filled(name, parts) }
            if let added = rules.addedComponent { parts[added.component] = added.value }
        }
        if code == "NL", let state = parts[.state]?.lowercased() {
            // Map data lists these countries of the Kingdom of the Netherlands as its states.
            for (prefix, part, name) in [
                ("curaçao", "CW", "Curaçao"), ("sint maarten", "SX", "Sint Maarten"), ("aruba", "AW", "Aruba"),
            ] where state.hasPrefix(prefix) {
                code = part
                if !parts.keepsCountryName { parts[.country] = name }
            }
        }
        parts[.countryCode] = code
        return code
    }

    /// Returns the name with `$state` and similar references replaced by the components.
    private static func filled(_ name: String, _ parts: PostalAddress) -> String {
        guard let dollar = name.firstIndex(of: "$") else { return name }
        let key = name[name.index(after: dollar)...].prefix { $0.isLetter || $0 == "_" }
        return name[..<dollar] + (parts[PostalAddress.Component(String(key))] ?? "")
            + name[key.endIndex...]
    }

    /// Renames aliases of components.
    private func resolveAliases(_ parts: inout PostalAddress, country: String?) {
        let hasSmallDistricts = country.map(PostalAddress.Component.countriesOfSmallDistricts.contains) ?? false
        let district = PostalAddress.Component("district")
        for (component, names) in PostalAddress.Component.otherNames where parts[component] == nil {
            let excluded: PostalAddress.Component = hasSmallDistricts ? .stateDistrict : .neighbourhood
            for name in names where name != district || component != excluded {
                guard let value = parts[name] else { continue }
                parts[component] = value
                break
            }
        }
    }

    /// Moves settlements to components that the format prints.
    private func settle(_ parts: inout PostalAddress, _ form: AddressPattern) {
        let hasTown = parts.first(.city, .town, .village, .municipality) != nil
        if parts[.road] == nil, hasTown, let hamlet = parts[.hamlet] {
            // In a hamlet without streets, the house number belongs to the hamlet.
            parts[.road] = hamlet
            parts[.hamlet] = nil
        }
        if let municipality = parts[.municipality], parts.first(.city, .town, .village, .hamlet) == nil,
            !form.components.contains(.municipality)
        {
            parts[.city] = municipality
        }
        // A format with a separate line for villages still needs a town before the state.
        let hasGreater = parts.first(.city, .town, .stateDistrict, .suburb, .municipality, .county) != nil
        if !hasGreater, form.needsTownBesideVillage, let village = parts.first(.village, .hamlet) {
            parts[.city] = village
            parts[.village] = nil
            parts[.hamlet] = nil
        }
    }

    private func replace(_ parts: inout PostalAddress, _ rules: CountryRules) {
        for rule in rules.exactReplacements where parts[rule.component] == rule.value {
            parts[rule.component] = rule.text
        }
        guard !rules.replacements.isEmpty else { return }
        for entry in parts.entries where entry.component != .countryCode && entry.component != .houseNumber {
            var value = entry.value
            for rule in rules.replacements where rule.component == nil || rule.component == entry.component {
                value = rule.pattern.replacingFirst(in: value, with: rule.text)
            }
            if value != entry.value { parts[entry.component] = value }
        }
    }

    /// Names Beijing and Seoul, both city and state, once if the address starts with the country: 北京市 rather than
    /// 北京市北京市.
    private static func nameCityStateOnce(_ parts: inout PostalAddress) {
        guard let state = parts[.state], let city = parts[.city] else { return }
        let endings = ["", "市", "특별시", "광역시", "특별자치시"]
        if endings.contains(where: { state == city + $0 }) {
            parts[.city] = state
            parts[.state] = nil
        } else if endings.contains(where: { city == state + $0 }) {
            parts[.state] = nil
        }
    }

    /// Puts the names of things without a component of their own at the head of the address.
    private func head(_ parts: inout PostalAddress) {
        guard parts[.attention] == nil else { return }
        let names = parts.entries.filter { !$0.component.isKnown }.map(\.value)
        if !names.isEmpty { parts[.attention] = names.joined(separator: ", ") }
    }

    /// Returns the format of a country in one of its languages: the requested one, else that of the names' script.
    ///
    /// Names in Latin letters never start with the country, whatever the language.
    private func variant(of code: String, _ parts: PostalAddress) -> (rules: CountryRules, isNative: Bool)? {
        let native = NativeOrder.language(of: code)
        let wanted = language?.canonical.language
        if let wanted, wanted != native, let rules = data.rules("\(code)_\(wanted)") { return (rules, false) }
        guard let native, NativeOrder.isNative(parts, language: native) else { return nil }
        return data.rules("\(code)_\(native)").map { ($0, true) }
    }
}

extension DisplayForm {
    /// Returns the address without invalid values: those without letters or digits, links, lists of postcodes.
    static func sane(_ address: PostalAddress) -> PostalAddress {
        var parts = address
        for entry in address.entries {
            // Longer values are not address components, and would be slow to process.
            guard entry.value.utf8.count <= maximumValueLength else {
                parts[entry.component] = nil
                continue
            }
            var value = entry.value
            value = value.replacingHazards { $0.properties.isWhitespace ? " " : "" }
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

    private static let maximumValueLength = 2_000

    private static func isLink(_ text: String) -> Bool {
        // Scanning for the byte first is much faster than searching for the whole prefix.
        text.utf8.contains(UInt8(ascii: "/")) && (text.contains("http://") || text.contains("https://"))
    }

    static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || $0 == "." }
    }
}
