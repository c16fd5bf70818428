internal import Gazetteer
public import Geocoding
internal import Metadata
public import Photos
internal import Synchronization

/// The assets of a place: `Paris`, `Paris, France`, `jp`.
///
/// A place is found by what the file says of it and, where the file does not say otherwise, by the names of the position in all
/// languages that `PlaceNaming` knows. Capitals and marks on letters do not count, and a part of a name from the beginning of a
/// word on is enough. Two Latin letters are the code of a country, or a whole name.
public final class PlaceFilter: PhotoFilter {
    /// What the names of an asset follow from.
    private struct Source: Hashable {
        var written: PhotoPlace?
        var names: PlaceNames?
    }

    /// A name, or the beginning of one.
    private struct Part {
        var letters: [UInt32]
        /// The country that it means, in small letters.
        var code: [UInt32]?
    }

    private let parts: [Part]
    private let naming: (any PlaceNaming)?
    // Of thousands of photos few are of different places.
    private let answers = Mutex<[Source: Bool]>([:])

    /// Makes a filter of a text, whose parts between commas all have to fit.
    ///
    /// - Parameters:
    ///   - text: Names of places, or the code of a country; `nil` comes of one without a letter or digit.
    ///   - naming: Names positions; `nil` finds only what the files name.
    public init?(_ text: String, naming: (any PlaceNaming)?) {
        parts = text.split(separator: ",").map { part in
            let code = naming?.countryCode(named: String(part))
            return Part(letters: FoldedText.scalars(of: part), code: code.map { FoldedText.scalars(of: $0[...]) })
        }.filter { !$0.letters.isEmpty }
        self.naming = naming
        if parts.isEmpty { return nil }
    }

    /// Whether the asset is of the place.
    public func includes(_ asset: PhotoAsset) -> Bool {
        let names = asset.usableCoordinate.flatMap { naming?.names(at: $0) }
        let source = Source(written: asset.place, names: names)
        if source.written == nil, names == nil { return false }
        if let known = answers.withLock({ $0[source] }) { return known }
        let answer = fits(source)
        answers.withLock { $0[source] = answer }
        return answer
    }

    private func fits(_ source: Source) -> Bool {
        let searched = searched(source)
        let names = searched.flatMap { [$0.sublocation, $0.city, $0.state, $0.country] }.compactMap { $0 }
            .map { FoldedText.scalars(of: Substring($0)) }
        let meant = source.written.flatMap { PhotoPlace.trimmed($0.country) }.flatMap { naming?.countryCode(named: $0) }
        let codes = (searched.map(\.countryCode) + [meant]).compactMap { $0 }
            .map { FoldedText.scalars(of: Substring($0)) }
        return parts.allSatisfy { part in
            codes.contains(part.letters) || part.code.map(codes.contains) == true
                || names.contains { Self.has($0, part.letters) }
        }
    }

    /// The names that an asset is found by: the file's, and those of the position where the file has none or the same.
    private func searched(_ source: Source) -> [PhotoPlace] {
        let found = source.names?.all ?? []
        guard let written = source.written else { return found }
        if source.names?.contradicts(written, naming: naming) != false { return [written] }
        // One language is enough: the others name the same place.
        let differing = PlaceGrouping.Level.allCases.filter { level in
            let answers = found.compactMap { written.agrees(with: $0, level) }
            return !answers.isEmpty && !answers.contains(true)
        }
        return [written]
            + found.map { names in
                var names = names
                for level in differing where level != .country { names[level] = nil }
                if !differing.isEmpty { names.sublocation = nil }
                return names
            }
    }

    /// Whether a word of a name, or what follows it, begins with a text; of two Latin letters, which are a country's code, the whole name.
    private static func has(_ name: [UInt32], _ part: [UInt32]) -> Bool {
        guard name.count >= part.count else { return false }
        // Or Germany (de) would be in Île-de-France.
        if part.count == 2, part.allSatisfy({ (0x61...0x7A).contains($0) }) { return name == part }
        return (0...name.count - part.count).contains { index in
            // Chinese, Japanese and Korean have no spaces between words.
            let isBeginning = index == 0 || name[index - 1] == 0x20 || part[0] >= 0x2E80
            return isBeginning && name[index..<index + part.count].elementsEqual(part)
        }
    }
}

extension PhotoFilter where Self == MatchingFilter {
    /// Assets of a place, by what their files say of it and by the names of their positions; see ``PlaceFilter``.
    ///
    /// - Parameters:
    ///   - text: Names of places, or the code of a country: `Paris, France`. One without a letter or digit finds nothing.
    ///   - naming: Names positions; `nil` finds only what the files name.
    /// - Returns: The filter.
    public static func place(_ text: String, naming: (any PlaceNaming)?) -> MatchingFilter {
        let filter = PlaceFilter(text, naming: naming)
        return MatchingFilter { filter?.includes($0) ?? false }
    }

    /// Assets of a place, by what their files say of it and by the embedded world's names of their positions.
    ///
    /// - Parameters:
    ///   - text: Names of places, or the code of a country: `Paris, France`. One without a letter or digit finds nothing.
    ///   - languages: The languages in which places are looked for; in English and in their own language they are found anyway.
    /// - Returns: The filter.
    public static func place(_ text: String, languages: [LanguageTag] = []) -> MatchingFilter {
        place(text, naming: WorldPlaces(languages: languages))
    }
}
