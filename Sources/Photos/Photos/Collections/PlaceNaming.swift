package import LKGeo
package import LKMetadata

/// Names positions, for photos whose files have a position but no place names.
///
/// `WorldPlaces` in Tagging does so offline. A web service is too slow: groupings and filters call this
/// synchronously.
package protocol PlaceNaming: Sendable {
    /// Returns the place names at a position, or `nil` when there are none.
    ///
    /// Called from any thread once or twice per photo, so it has to answer within microseconds.
    ///
    /// - Parameter coordinate: The position.
    /// - Returns: The names. Positions with the same names get the same object, so that results can be cached by
    ///   identity.
    func names(at coordinate: Coordinate) -> PlaceNames?

    /// Resolves a country name in any language, so that `USA` in a file does not contradict a position in the United
    /// States.
    ///
    /// - Parameter name: A country name from a file or a search.
    /// - Returns: The ISO 3166-1 alpha-2 code; `nil` for an unknown name. The default implementation returns `nil`.
    func countryCode(named name: String) -> String?

    /// Returns the name of a country in the requested language, so that photos of one country are grouped however their
    /// files spell it.
    ///
    /// - Parameter code: ISO 3166-1 alpha-2, in capitals.
    /// - Returns: The name; `nil` for an unknown code. The default implementation returns `nil`.
    func countryName(code: String) -> String?

    /// Returns whether the place names in a file belong to a place far from its position, in which case the position
    /// takes precedence.
    ///
    /// Called from any thread once or twice per photo that has both.
    ///
    /// - Parameters:
    ///   - written: The names in the file.
    ///   - coordinate: The position of the photo.
    /// - Returns: False for names that are near, unknown, or the user's own. The default implementation returns false.
    func isFar(_ written: PhotoPlace, from coordinate: Coordinate) -> Bool
}

extension PlaceNaming {
    /// Returns false.
    package func isFar(_ written: PhotoPlace, from coordinate: Coordinate) -> Bool { false }

    /// Returns `nil`.
    package func countryCode(named name: String) -> String? { nil }

    /// Returns `nil`.
    package func countryName(code: String) -> String? { nil }
}

/// The names of a place in the requested language, and in others that people may search in.
///
/// Compared by identity: one place is one object.
package final class PlaceNames: Sendable {
    /// The names in the requested language.
    package let place: PhotoPlace

    /// The names in other languages: English and the local ones.
    package let alternatives: [PhotoPlace]

    /// Creates the names of a place.
    ///
    /// - Parameters:
    ///   - place: The names in the requested language.
    ///   - alternatives: The names in other languages.
    package init(_ place: PhotoPlace, alternatives: [PhotoPlace] = []) {
        self.place = place
        self.alternatives = alternatives
    }

    /// The names in all languages, those in the requested language first.
    package var all: [PhotoPlace] { [place] + alternatives }

    /// Fills in the names that a file leaves out, unless the file names another country.
    ///
    /// A different state or city name is not a contradiction: people write `CA`, or `Home`.
    ///
    /// - Parameters:
    ///   - written: The names in the file.
    ///   - naming: Resolves country names; with `nil`, only the names of this place are known.
    /// - Returns: The file's own names, completed with those of the position, in the file's language if that can be
    ///   detected.
    package func completing(_ written: PhotoPlace, naming: (any PlaceNaming)? = nil) -> PhotoPlace {
        guard !contradicts(written, naming: naming) else { return written }
        let levels = PlaceGrouping.Level.allCases
        func agreements(_ names: PhotoPlace) -> Int { levels.count { written.agrees(with: names, $0) == true } }
        // On a tie, the first.
        let fitting = alternatives.reduce(place) { agreements($1) > agreements($0) ? $1 : $0 }
        var place = written
        for level in levels where PhotoPlace.trimmed(written[level]) == nil { place[level] = fitting[level] }
        place.sublocation = place.sublocation ?? fitting.sublocation
        place.countryCode = place.countryCode ?? fitting.countryCode
        return place
    }

    /// Returns whether a file names another country than that of the position, or an unknown one.
    ///
    /// - Parameters:
    ///   - written: The names in the file.
    ///   - naming: Resolves country names.
    /// - Returns: False when the file names no country.
    package func contradicts(_ written: PhotoPlace, naming: (any PlaceNaming)?) -> Bool {
        if all.contains(where: { written.agrees(with: $0, .country) ?? true }) { return false }
        guard PhotoPlace.trimmed(written.countryCode)?.count != 2, let name = PhotoPlace.trimmed(written.country),
            let code = naming?.countryCode(named: name)
        else { return true }
        return !all.contains { $0.countryCode == code }
    }
}

extension PlaceNames: Hashable {
    /// Returns whether both are the same object.
    package static func == (left: PlaceNames, right: PlaceNames) -> Bool { left === right }

    /// Hashes the identity.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PhotoPlace {
    /// Accesses the name of a level, as written.
    package subscript(level: PlaceGrouping.Level) -> String? {
        get {
            switch level {
            case .country: country
            case .state: state
            case .city: city
            }
        }
        set {
            switch level {
            case .country: country = newValue
            case .state: state = newValue
            case .city: city = newValue
            }
        }
    }

    /// Returns whether another place has the same name at a level, or `nil` when this one has no name there.
    ///
    /// Countries also match by code, regardless of the language of their names.
    package func agrees(with other: PhotoPlace, _ level: PlaceGrouping.Level) -> Bool? {
        let name = Self.trimmed(self[level])
        if let name, name == other[level] { return true }
        guard level == .country, let code = Self.trimmed(countryCode)?.uppercased() else {
            return name == nil ? nil : false
        }
        return code == other.countryCode
    }

    /// Returns the names with that of the country in the requested language: `Austria` for `AUSTRIA`, `Österreich`, the code
    /// `AT`, or `AUT`.
    ///
    /// - Parameter naming: Knows the names of countries; with `nil`, the names stay as written.
    /// - Returns: The names; a country that is not known stays as written.
    package func withCountry(by naming: (any PlaceNaming)?) -> PhotoPlace {
        guard let naming, let code = countryCode(by: naming), let known = naming.countryName(code: code) else {
            return self
        }
        var place = self
        (place.country, place.countryCode) = (known, code)
        return place
    }

    /// Returns the code of the country, by its name or by its code in the file.
    ///
    /// - Parameter naming: Knows the names of countries.
    /// - Returns: The ISO 3166-1 alpha-2 code; `nil` if the file has none that is known.
    package func countryCode(by naming: any PlaceNaming) -> String? {
        // The name is what people see; a code that contradicts it is more often a mistake.
        let named = Self.trimmed(country).flatMap { naming.countryCode(named: $0) ?? CountryCodes.alpha2($0) }
        return named ?? Self.trimmed(countryCode).flatMap(CountryCodes.alpha2)
    }

    /// Returns a name without leading and trailing white space, or `nil` when nothing is left.
    package static func trimmed(_ name: String?) -> String? {
        guard var name = name?[...] else { return nil }
        while name.first?.isWhitespace == true { name.removeFirst() }
        while name.last?.isWhitespace == true { name.removeLast() }
        return name.isEmpty ? nil : String(name)
    }
}

extension PhotoAsset {
    /// Returns the place names in the file or its sidecar, completed from the position; those of the position alone if
    /// the file's are far from it.
    ///
    /// - Parameter naming: Names positions; with `nil`, only the file's names count.
    /// - Returns: The names, if any. A position that is marked as void, or is exactly 0, 0, has none.
    package func place(naming: (any PlaceNaming)?) -> PhotoPlace? {
        guard let names = usableCoordinate.flatMap({ naming?.names(at: $0) }) else { return place }
        return fittingPlace(naming: naming).map { names.completing($0, naming: naming) } ?? names.place
    }

    /// Returns the place names in the file or its sidecar, unless they are far from its position.
    ///
    /// - Parameter naming: Names positions; with `nil`, all names fit.
    /// - Returns: The names; `nil` if there are none, or if ``farPlace(naming:)`` has them.
    package func fittingPlace(naming: (any PlaceNaming)?) -> PhotoPlace? {
        farPlace(naming: naming) == nil ? place : nil
    }

    /// Returns the place names in the file or its sidecar if they belong to a place far from its position: another
    /// program has moved the photo, or one of the two was always wrong.
    ///
    /// - Parameter naming: Names positions.
    /// - Returns: The names; `nil` if there are none, or if they may be right.
    package func farPlace(naming: (any PlaceNaming)?) -> PhotoPlace? {
        guard let naming, let place, let coordinate = usableCoordinate, naming.isFar(place, from: coordinate) else {
            return nil
        }
        return place
    }
}
