/// The parts of a placemark that a correction may set, spelled as in the tool's JSON.
enum CorrectedPart: String, CaseIterable, Sendable {
    case name, houseNumber, street, subLocality, city, county, state, postalCode, country, countryCode

    var path: WritableKeyPath<Placemark, String?> {
        switch self {
        case .name: \.name
        case .houseNumber: \.subThoroughfare
        case .street: \.thoroughfare
        case .subLocality: \.subLocality
        case .city: \.locality
        case .county: \.subAdministrativeArea
        case .state: \.administrativeArea
        case .postalCode: \.postalCode
        case .country: \.country
        case .countryCode: \.isoCountryCode
        }
    }
}

/// A user's names for an area.
struct NameCorrection: Sendable {
    /// The text of each given part; `nil` removes the part.
    var texts: [CorrectedPart: String?] = [:]

    /// Whether it names the country, which may invalidate the provider's nearest border.
    var namesCountry: Bool { texts[.countryCode] != nil }
}

extension Placemark {
    /// Replaces the provider's names by a user's, and removes names that contradict them.
    mutating func apply(_ correction: NameCorrection) {
        let former = self
        func gives(_ part: CorrectedPart) -> Bool { correction.texts[part] != nil }
        func changes(_ part: CorrectedPart) -> Bool { self[keyPath: part.path] != former[keyPath: part.path] }
        for (part, text) in correction.texts { self[keyPath: part.path] = text }
        isCorrected = true
        if gives(.county) { omitsDistrict = false }

        if gives(.countryCode) { conflictingCountryCode = nil }
        if changes(.countryCode) {
            if !gives(.country) { country = nil }
            (border, claims) = (nil, [])
        }
        if changes(.city), !gives(.subLocality) { subLocality = nil }
        if changes(.street) { corner = nil }
        if gives(.name) { areasOfInterest = name.map { [$0] } ?? [] }

        // The provider's entry describes a city and its quarters.
        let changed = CorrectedPart.allCases.filter(changes)
        if changes(.subLocality) {
            place?.partOf = nil
            place?.confidence = nil
        }
        func loses(_ name: String?) -> CorrectedPart? {
            name == locality ? nil : changed.first { former[keyPath: $0.path] == name }
        }
        if gives(.name) || changes(.city) || loses(place?.name) != nil { place = nil }
        if !changed.isEmpty { bounds = nil }

        // The most detailed name repeats another part, unless it names a sight.
        if !gives(.name), let part = loses(former.name) { name = self[keyPath: part.path] }
        name = name ?? thoroughfare ?? locality ?? subLocality ?? administrativeArea ?? country
        precision = correctedPrecision(former.precision, givesName: gives(.name))

        for (part, language) in Self.languages where gives(part) || self[keyPath: part.path] == nil {
            nameLanguages[keyPath: language] = nil
        }
    }

    private func correctedPrecision(_ former: Precision, givesName: Bool) -> Precision {
        switch finestPrecision {
        case .house: .house
        case .street: .street
        case _ where !areasOfInterest.isEmpty && (givesName || former == .place): .place
        case .none where isoCountryCode != nil: .country
        case let precision: precision
        }
    }

    // Computed, since key paths are not `Sendable` and cannot be shared constants.
    private static var languages: [(CorrectedPart, WritableKeyPath<NameLanguages, LanguageTag?>)] {
        [
            (.subLocality, \.subLocality), (.city, \.locality), (.state, \.administrativeArea), (.country, \.country),
        ]
    }
}
