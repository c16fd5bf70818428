/// The short forms of states and counties that some countries write: `CA`, `NSW`, `TO`.
enum DivisionCodes {
    /// Adds the codes that are not given.
    static func add(to parts: inout PostalAddress, country: String, _ rules: CountryRules) {
        if country == "US", let state = parts[.state]?.uppercased(), isWashington(state) {
            parts[.stateCode] = "DC"
            parts[.state] = "District of Columbia"
            parts[.city] = "Washington"
        }
        add(.stateCode, for: .state, rules.states, to: &parts)
        add(.countyCode, for: .county, rules.counties, to: &parts)
    }

    private static func add(
        _ code: PostalAddress.Component, for component: PostalAddress.Component, _ codes: [String: String],
        to parts: inout PostalAddress
    ) {
        guard parts[code] == nil, !codes.isEmpty, let name = parts[component]?.uppercased() else { return }
        if let found = codes[name] { parts[code] = found } else if codes.values.contains(name) { parts[code] = name }
    }

    private static func isWashington(_ state: String) -> Bool {
        let letters = state.filter { $0 != "." && $0 != "," }
        return letters == "WASHINGTON DC"
    }
}
