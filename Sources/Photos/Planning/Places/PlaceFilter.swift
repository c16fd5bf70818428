import LKFormats
import LKGazetteer
public import LKGeocoding
import LKMetadata
public import LKPhotos
import Synchronization

/// Matches the assets of a place: `Paris`, `Paris, France`, `jp`.
///
/// Compared are the place names in the file and, unless these differ, the names of the position in all languages that
/// `PlaceNaming` knows; names of a place far from the position do not count. Case and diacritics are ignored, and a part of a name starting at a word boundary is enough.
/// Two Latin letters match a country code or a whole name.
package final class PlaceFilter: PhotoFilter {
    /// The data that determine the names of an asset.
    private struct Source: Hashable {
        var written: PhotoPlace?
        var names: PlaceNames?
    }

    /// A name, or the beginning of one.
    private struct Part {
        var letters: [UInt32]
        /// The code of the country it names, in lower case.
        var code: [UInt32]?
    }

    private let parts: [Part]
    private let naming: (any PlaceNaming)?
    // Cached by place: thousands of photos share few places.
    private let answers = Mutex<[Source: Bool]>([:])

    /// Creates a filter; all parts of the text between commas have to match.
    ///
    /// - Parameters:
    ///   - text: Place names or a country code; `nil` is returned for a text without a letter or digit.
    ///   - naming: Names positions; with `nil`, only the names in the files are compared.
    package init?(_ text: String, naming: (any PlaceNaming)?) {
        parts = text.split(separator: ",").map { part in
            let code = naming?.countryCode(named: String(part))
            return Part(letters: FoldedText.scalars(of: part), code: code.map { FoldedText.scalars(of: $0[...]) })
        }.filter { !$0.letters.isEmpty }
        self.naming = naming
        if parts.isEmpty { return nil }
    }

    /// Returns whether the asset was taken at the place.
    package func includes(_ asset: PhotoAsset) -> Bool {
        let names = asset.usableCoordinate.flatMap { naming?.names(at: $0) }
        let source = Source(written: asset.fittingPlace(naming: naming), names: names)
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

    /// Returns the names to compare: those in the file, and those of the position if the file has none or the same.
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

    /// Returns whether a word of a name, with the words after it, begins with a text; two Latin letters, as in a
    /// country code, must match the whole name.
    private static func has(_ name: [UInt32], _ part: [UInt32]) -> Bool {
        guard name.count >= part.count else { return false }
        // Otherwise `de` (Germany) would match Île-de-France.
        if part.count == 2, part.allSatisfy({ (0x61...0x7A).contains($0) }) { return name == part }
        return (0...name.count - part.count).contains { index in
            // Chinese, Japanese and Korean do not separate words by spaces.
            let isBeginning = index == 0 || name[index - 1] == 0x20 || part[0] >= 0x2E80
            return isBeginning && name[index..<index + part.count].elementsEqual(part)
        }
    }
}

extension PhotoFilter where Self == MatchingFilter.Closure {
    /// Returns a filter for the assets of a place, by the place names in files and, unless these differ, by the names of positions.
    ///
    /// Case and diacritics are ignored, and a part of a name starting at a word boundary is enough. Two Latin letters match a
    /// country code or a whole name.
    ///
    /// - Parameters:
    ///   - text: Place names or a country code: `Paris, France`. A text without a letter or digit matches nothing.
    ///   - naming: Names positions; with `nil`, only the names in the files are compared.
    /// - Returns: The filter.
    package static func place(_ text: String, naming: (any PlaceNaming)?) -> MatchingFilter.Closure {
        let filter = PlaceFilter(text, naming: naming)
        return MatchingFilter.Closure { filter?.includes($0) ?? false }
    }

    /// Returns a filter for the assets of a place, by the place names in files and by the embedded world's names of
    /// positions.
    ///
    /// - Parameters:
    ///   - text: Place names or a country code: `Paris, France`. A text without a letter or digit matches nothing.
    ///   - languages: The languages to compare in addition to English and the place's own language.
    /// - Returns: The filter.
    public static func place(_ text: String, languages: [LanguageTag] = []) -> MatchingFilter.Closure {
        place(text, naming: WorldPlaces(languages: languages))
    }
}
