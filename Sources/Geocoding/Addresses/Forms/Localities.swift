/// Takes care that the place an address lies in is printed, whatever it is called in the data.
///
/// Forms name the components that are usual in their country. A place that comes as a component for which the form has no line
/// takes the place of its nearest kin; what the form leaves out beside a place that it prints stays out.
enum Localities {
    private typealias Component = PostalAddress.Component

    private static let settlements: [Component] = [.city, .town, .village, .municipality, .hamlet, .postalCity]
    private static let quarters: [Component] = [
        .suburb, .cityDistrict, Component("borough"), .quarter, .neighbourhood, Component("district"),
    ]
    private static let areas: [Component] = [.county, .stateDistrict, .region, .island]
    /// In some forms a village has the place of a quarter, so that it comes late.
    private static let slots: [Component] = [
        .city, .town, .municipality, .suburb, .cityDistrict, .neighbourhood, .quarter, .county, .stateDistrict, .region,
        .village, .state,
    ]

    /// Gives a place that the form would leave out to a component that it prints.
    ///
    /// - Parameters:
    ///   - parts: The components.
    ///   - form: The country's form.
    static func keep(_ parts: inout PostalAddress, in form: AddressPattern) {
        guard let name = known(settlements, parts) ?? known(quarters, parts) ?? known(areas, parts) else { return }
        let printed = form.components
        let settled = settlements.filter { parts[$0] != nil }
        if !settled.isEmpty, !settled.contains(where: printed.contains), printed.contains(.city) {
            parts[.city] = name
        }
        let used = form.used { parts[$0] != nil }
        // A state, or a country that is a city, says enough where only parts of a city or more than a city are known.
        var enough = settlements + quarters + areas
        if settled.isEmpty { enough += [.state, .stateCode] }
        if form.isOfCityState { enough.append(.country) }
        guard !enough.contains(where: used.contains) else { return }
        for slot in slots where printed.contains(slot) && parts[slot] == nil {
            parts[slot] = name
            if form.used({ parts[$0] != nil }).contains(slot) { return }
            parts[slot] = nil
        }
    }

    private static func known(_ kind: [Component], _ parts: PostalAddress) -> String? {
        kind.lazy.compactMap { parts[$0] }.first
    }
}
