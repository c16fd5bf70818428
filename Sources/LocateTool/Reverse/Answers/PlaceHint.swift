import Geocoding

/// What a reader should know of an answer that the address does not say.
enum PlaceHint {
    /// A sentence about a place that has no name or whose country is in doubt; `nil` when there is nothing to say.
    static func text(for placemark: Placemark) -> String? {
        if placemark.addressString.isEmpty { return "no place is known there: open sea or nobody's land" }
        if let code = placemark.conflictingCountryCode {
            return
                "the service has the place in \(placemark.isoCountryCode ?? "no country"), but by the built-in borders it is "
                + "in \(code), far from any other"
        }
        if !placemark.claims.isEmpty {
            let others = placemark.claims.map { $0 == "XX" ? "an authority without a country code" : $0 }
            let verbs = others.count == 1 ? "claims or holds" : "claim or hold"
            return "the country is disputed: " + others.joined(separator: " and ") + " \(verbs) the place too"
        }
        guard let border = placemark.border, !border.isCertain else { return nil }
        let distance = NumberText.shortest(border.distance, decimals: border.distance < 10 ? 1 : 0)
        return "the country is not certain: it is \(distance) m to the border with "
            + (border.country ?? border.isoCountryCode ?? "nobody's land") + ", which may be drawn that far off"
    }
}
