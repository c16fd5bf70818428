import LKCommandLine
import LKGeo
import LKGeocoding
import LKMetadata
import LKPhotoInput
import LKPhotos
import LKPlanning
import LKTagging

/// Which photos a command takes of those in folders: `--filter`, `--near` and `--place`.
struct PhotoFilterOptions {
    /// Selects by what is cheap to know; `nil`: all.
    private var filter: MatchingFilter.Closure?
    /// The place to search for; `nil`: any.
    let place: String?

    static let filter = Option(
        repeatable: "filter",
        ValueKind(
            "WORD[,WORD]", completion: .words(PhotoFilterWord.allCases.map(\.rawValue)), decode: PhotoFilterWord.filter),
        "take only what matches one of the words (may be repeated)")
    static let near = Option(
        "near", ValueKind("LAT,LON,RADIUS", decode: CoordinateText.circle),
        "take only what was taken within RADIUS metres of a point")
    static let place = Option(
        "place", ValueKind("TEXT", decode: placeName),
        "take only what was taken in a city, state or country, by name or country code")

    /// The options.
    static let all: [any OptionDeclaration] = [filter, near, place]

    /// The help texts about them.
    static let discussion =
        "--filter takes the photos that match one of its words; if it is given twice, both must match. Words: "
        + "\(PhotoFilterWord.allCases.map(\.rawValue).joined(separator: ", ")); not- negates a word, as in "
        + "not-screenshot."

    /// The help text about `--place`.
    static let placeDiscussion =
        "--place searches the names in the languages of --language, in English and in the place's own language; "
        + "capitals and accents do not matter, and the beginning of a word is enough; two letters are a country "
        + "code. All parts between commas must match: \"Paris, France\". Names in a photo that are far from its position do "
        + "not count."

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        let filters = try arguments[Self.filter]
        let circle = try arguments[Self.near]
        place = try arguments[Self.place]
        for filter in filters { narrow(filter) }
        if let circle {
            narrow(MatchingFilter.Closure(MatchingFilter.near(circle.center, within: circle.radius).includes))
        }
    }

    private static func placeName(_ text: String) throws(ValueProblem) -> String {
        guard PlaceFilter(text, naming: nil) != nil else {
            throw .expected("the name of a city, state or country, or its code")
        }
        return text
    }

    /// Returns the filter, which checks the cheapest conditions first.
    ///
    /// - Parameter places: What names positions, which ``place`` needs.
    /// - Returns: The filter; `nil` for all photos.
    func matching(naming places: WorldPlaces?) -> MatchingFilter.Closure? {
        guard let place else { return filter }
        let named: MatchingFilter.Closure = .place(place, naming: places)
        return filter.map { $0 && named } ?? named
    }

    private mutating func narrow(_ more: MatchingFilter.Closure) { filter = filter.map { $0 && more } ?? more }
}

extension PhotoFilterOptions {
    /// Returns a message about a place without photos that lists where photos were taken instead, or `nil` without
    /// ``place``.
    func hint(_ assets: [PhotoAsset], naming places: WorldPlaces?) -> String? {
        guard let place else { return nil }
        let there = Suggestion.list(
            assets.compactMap { asset in
                asset.place(naming: places).flatMap { $0.city ?? $0.state ?? $0.country }.map(ForeignText.clean)
            })
        return "no photo here is of \(place)\(there.map { "; the places are \($0)" } ?? "")"
    }
}

/// A word of `--filter`.
enum PhotoFilterWord: String, CaseIterable {
    case photo, video, screenshot, located, jpeg, png, webp, gif, tiff, heic, avif, jxl, raw, mp4, mov, mkv

    /// The filter for it.
    var filter: MatchingFilter.Closure {
        switch self {
        case .photo: return .matching(\.isPhoto)
        case .video: return .matching(\.isVideo)
        case .screenshot: return .matching(\.isScreenshot)
        case .located: return .matching { $0.knownLocation != nil }
        default:
            let format = PhotoFormat(rawValue: rawValue)
            return .matching { $0.type == format }
        }
    }

    /// Returns the filter for an option's value: one of the words, negated by `not-`.
    ///
    /// - Throws: A problem with the valid words.
    static func filter(_ text: String) throws(ValueProblem) -> MatchingFilter.Closure {
        var wanted: MatchingFilter.Closure?
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let isInverted = part.hasPrefix("not-")
            let name = String(isInverted ? part.dropFirst(4) : part)
            guard let word = PhotoFilterWord(rawValue: name) else {
                let words = allCases.map(\.rawValue)
                let hint = Suggestion.nearest(to: name, in: words).map { "; did you mean \($0)?" } ?? ""
                throw .expected("words of \(words.joined(separator: ", "))\(hint)")
            }
            let filter = isInverted ? word.filter.inverted : word.filter
            wanted = wanted.map { $0 || filter } ?? filter
        }
        return wanted ?? .matching { _ in true }
    }
}
