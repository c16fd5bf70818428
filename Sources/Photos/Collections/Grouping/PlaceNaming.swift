public import Geo
public import Metadata

/// Names positions, for photos whose files have one but do not say what the place is called.
///
/// `WorldPlaces` in Tagging does so offline. A service on the web is no use here: groupings and filters ask while the caller waits.
public protocol PlaceNaming: Sendable {
    /// The names of the place at a position; `nil` where nothing has a name.
    ///
    /// Called from any thread, once or twice for each photo, so that it has to answer within microseconds.
    ///
    /// - Parameter coordinate: The position.
    /// - Returns: The names, the same object for all positions with the same names, so that what depends on them is worked out once.
    func names(at coordinate: Coordinate) -> PlaceNames?

    /// The country that a name means in any language, so that `USA` in a file does not contradict a position in the United States.
    ///
    /// - Parameter name: What a file says, or somebody looks for.
    /// - Returns: ISO 3166-1 alpha-2; `nil` for what is not known as a country, which is the default.
    func countryCode(named name: String) -> String?
}

extension PlaceNaming {
    /// Knows no names of countries.
    public func countryCode(named name: String) -> String? { nil }
}

/// What a place is called, in the language that is wanted and in others that people may search in.
///
/// Compared by identity: one place is one object.
public final class PlaceNames: Sendable {
    /// The names in the language that is wanted.
    public let place: PhotoPlace

    /// The names in other languages: English, the place's own.
    public let alternatives: [PhotoPlace]

    /// Puts names together.
    ///
    /// - Parameters:
    ///   - place: The names in the language that is wanted.
    ///   - alternatives: The names in other languages.
    public init(_ place: PhotoPlace, alternatives: [PhotoPlace] = []) {
        self.place = place
        self.alternatives = alternatives
    }

    /// The names in all languages, those that are wanted first.
    package var all: [PhotoPlace] { [place] + alternatives }

    /// Adds to what a file says of its place what it leaves out, unless that is in another country than the position.
    ///
    /// A state or city that is called otherwise contradicts nothing: people write `CA`, or `Home`.
    ///
    /// - Parameters:
    ///   - written: What the file says.
    ///   - naming: Knows the names of countries; `nil` knows those that the position has here.
    /// - Returns: The file's own names, and of those of the position, in the language of the file's where that can be told, the
    ///   ones that it leaves out.
    public func completing(_ written: PhotoPlace, naming: (any PlaceNaming)? = nil) -> PhotoPlace {
        guard !contradicts(written, naming: naming) else { return written }
        let levels = PlaceGrouping.Level.allCases
        func agreements(_ names: PhotoPlace) -> Int { levels.count { written.agrees(with: names, $0) == true } }
        // Of those with the same number, the first.
        let fitting = alternatives.reduce(place) { agreements($1) > agreements($0) ? $1 : $0 }
        var place = written
        for level in levels where PhotoPlace.trimmed(written[level]) == nil { place[level] = fitting[level] }
        place.sublocation = place.sublocation ?? fitting.sublocation
        place.countryCode = place.countryCode ?? fitting.countryCode
        return place
    }

    /// Whether a file names another country than that of the position, or one that nobody knows.
    ///
    /// - Parameters:
    ///   - written: What the file says.
    ///   - naming: Knows the names of countries.
    /// - Returns: False where the file names no country.
    package func contradicts(_ written: PhotoPlace, naming: (any PlaceNaming)?) -> Bool {
        if all.contains(where: { written.agrees(with: $0, .country) ?? true }) { return false }
        guard PhotoPlace.trimmed(written.countryCode)?.count != 2, let name = PhotoPlace.trimmed(written.country),
            let code = naming?.countryCode(named: name)
        else { return true }
        return !all.contains { $0.countryCode == code }
    }
}

extension PlaceNames: Hashable {
    /// Whether it is the same object.
    public static func == (left: PlaceNames, right: PlaceNames) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PhotoPlace {
    /// The name of a level, as it is written.
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

    /// Whether another place is called the same at a level; `nil` where this one has no name there.
    ///
    /// Countries are also the same by their codes, whatever the language of their names.
    package func agrees(with other: PhotoPlace, _ level: PlaceGrouping.Level) -> Bool? {
        let name = Self.trimmed(self[level])
        if let name, name == other[level] { return true }
        guard level == .country, let code = Self.trimmed(countryCode)?.uppercased() else {
            return name == nil ? nil : false
        }
        return code == other.countryCode
    }

    /// A name without spaces at its ends; `nil` for one that is nothing else.
    package static func trimmed(_ name: String?) -> String? {
        guard var name = name?[...] else { return nil }
        while name.first?.isWhitespace == true { name.removeFirst() }
        while name.last?.isWhitespace == true { name.removeLast() }
        return name.isEmpty ? nil : String(name)
    }
}

extension PhotoAsset {
    /// The names of the place: those that are written in the file or its sidecar, and what these leave out by the position.
    ///
    /// - Parameter naming: Names positions; `nil` leaves it at what the file says.
    /// - Returns: The names; `nil` without any. A position that is marked as void, or is exactly 0, 0, has none.
    public func place(naming: (any PlaceNaming)?) -> PhotoPlace? {
        guard let names = usableCoordinate.flatMap({ naming?.names(at: $0) }) else { return place }
        return place.map { names.completing($0, naming: naming) } ?? names.place
    }
}
