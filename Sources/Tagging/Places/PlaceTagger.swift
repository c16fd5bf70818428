import Geo
public import Geocoding
public import Metadata
public import Photos
import Synchronization

/// Finds the names of the places where photos were taken, and plans what is written of them.
///
/// ```swift
/// let tagger = PlaceTagger(try ReverseGeocoder.embedded())
/// for asset in library.allPhotos.assets { edits += await tagger.planned(asset).edits }
/// for photo in await PhotoTagger().write(edits) { print(photo.path, photo.action) }
/// ```
///
/// The place where the camera stood gets its names unless it has some; so does the place that is shown, which most programs
/// display, unless it has one already. The geocoder chooses the provider: nothing leaves the machine unless a provider sends
/// it. Equal positions are asked for once.
public final class PlaceTagger: Sendable {
    /// How photos get their names.
    public let configuration: Configuration

    let geocoder: ReverseGeocoder
    /// Reads files, which blocks.
    let reading = TaggingThread("locate-places", PlaceFacts.Reader())
    private let answers = Mutex<[Coordinate: Placemark?]>([:])

    /// The most answers kept; photos of one place follow each other.
    static let mostAnswers = 4096

    /// Makes a tagger.
    ///
    /// - Parameters:
    ///   - geocoder: Gives the names.
    ///   - configuration: How photos get their names.
    public init(_ geocoder: ReverseGeocoder, configuration: Configuration = Configuration()) {
        self.geocoder = geocoder
        self.configuration = configuration
    }

    /// What becomes of a photo whose position is in its file.
    ///
    /// - Parameter photo: What the file says.
    /// - Returns: The names and what is written of them, or why nothing is.
    public func planned(_ photo: PhotoMetadata) async -> PlannedPlace {
        await planned(at: photo.location, shown: photo.placeShown, created: photo.placeCreated)
    }

    /// What becomes of a photo that is to have a position.
    ///
    /// - Parameters:
    ///   - location: Where the camera stood.
    ///   - shown: The names of what is shown that the photo has.
    ///   - created: The names of where the camera stood that it has.
    /// - Returns: The names and what is written of them, or why nothing is.
    public func planned(
        at location: PhotoLocation?, shown: PhotoPlace?, created: PhotoPlace?
    ) async -> PlannedPlace {
        guard let location else { return PlannedPlace(action: .skip(.noPosition)) }
        guard !location.isVoid else { return PlannedPlace(action: .skip(.doubtfulPosition)) }
        let (hasShown, hasCreated) = (shown?.isEmpty == false, created?.isEmpty == false)
        if let shown, hasShown, hasCreated, !configuration.replaces {
            guard configuration.addsKeywords else { return PlannedPlace(action: .keep) }
            // Of the names that stay: keywords in another language would be known by nothing when the names are taken away.
            var edit = MetadataEdit()
            edit.keywords = Self.keywords(of: shown)
            return PlannedPlace(action: edit.isEmpty ? .keep : .write(edit), place: shown)
        }
        let placemark: Placemark?
        do throws(GeocodingError) {
            placemark = try await self.placemark(at: location.coordinate)
        } catch {
            return PlannedPlace(action: .fail(error.code, message: error.description))
        }
        guard let placemark else { return PlannedPlace(action: .skip(.nothingThere)) }
        let place = PhotoPlace(placemark)
        guard !place.isEmpty else { return PlannedPlace(action: .skip(.nothingThere)) }
        var edit = MetadataEdit()
        if configuration.replaces ? created != place : !hasCreated { edit.placeCreated = .set(place) }
        if configuration.replaces ? shown != place : !hasShown { edit.placeShown = .set(place) }
        if configuration.addsKeywords {
            edit.keywords = Self.keywords(of: configuration.replaces || !hasShown ? place : shown ?? place)
        }
        return PlannedPlace(
            action: edit.isEmpty ? .keep : .write(edit), place: place, provider: placemark.provider)
    }

    /// The best placemark of a point, asked for once.
    private func placemark(at coordinate: Coordinate) async throws(GeocodingError) -> Placemark? {
        if let known = answers.withLock({ $0[coordinate] }) { return known }
        let found = try await geocoder.reverseGeocode(coordinate, languages: configuration.languages).first
        answers.withLock { answers in
            if answers.count >= Self.mostAnswers { answers.removeAll(keepingCapacity: true) }
            answers[coordinate] = .some(found)
        }
        return found
    }

    private static func keywords(of place: PhotoPlace) -> [String] {
        var words: [String] = []
        for case let word? in [place.sublocation, place.city, place.state, place.country] where !words.contains(word) {
            words.append(word)
        }
        return words
    }
}

extension PlaceTagger {
    /// How photos get the names of their places.
    public struct Configuration: Sendable, Hashable {
        /// The languages of the names, most wanted first; empty asks for the place's own language.
        public var languages: [LanguageTag] = []

        /// Whether names that a photo has are replaced, also those that a person wrote.
        public var replaces = false

        /// Whether the names also become keywords.
        public var addsKeywords = false

        /// The default: names in the place's own language, for photos without any.
        public init() {}
    }
}

extension PlaceTagger {
    /// What becomes of a photo of a library: its file and its sidecar are read again, and so are its companions.
    ///
    /// The raw file beside a JPEG, and the video of a live photo, get the names of the photo's position unless they have some. That
    /// is also so where the photo itself has its names already, as after an interruption. A companion that cannot be read is left as it is.
    ///
    /// ```swift
    /// let planned = await tagger.planned(asset)
    /// print("\(asset.path): \(planned)")  // Asakusa, Taito, Tokyo, Japan, or: it has no position
    /// ```
    ///
    /// - Parameter asset: The photo.
    /// - Returns: The names and what is written of them, or why nothing is.
    public func planned(_ asset: PhotoAsset) async -> PlannedPlace {
        let read = await reading.run { reader, _ -> Result<[PlaceFacts], TaggingError> in
            do throws(TaggingError) {
                let shown = try reader.facts(of: asset.url)
                return .success([shown] + asset.companions.compactMap { try? reader.facts(of: $0) })
            } catch {
                return .failure(error)
            }
        }
        switch read {
        case .failure(let error): return PlannedPlace(action: .unreadable(error))
        case .success(let files):
            let locations = files.compactMap(\.location)
            let location = locations.first { !$0.isVoid } ?? locations.first
            var planned = PlannedPlace(action: .keep)
            var edits: [PhotoEdit] = []
            for (index, file) in files.enumerated() {
                let plan = await self.planned(at: location, shown: file.shown, created: file.created)
                if index == 0 { planned = plan }
                if let edit = PhotoEdit(plan, of: file.url, expected: file.stamp) {
                    edits.append(edit)
                    (planned.place, planned.provider) = (plan.place, plan.provider ?? planned.provider)
                }
                // What keeps the photo from its names keeps its companions too.
                guard plan.edit != nil || plan.action == .keep else { break }
            }
            (planned.location, planned.edits) = (location, edits)
            return planned
        }
    }
}

/// Counts the photos in a row whose names no provider could give, so that a caller can stop asking, or ask less often.
///
/// ```swift
/// if outage.record(await tagger.planned(asset)), outage.count == 3 { break }
/// ```
public struct ProviderOutage: Sendable {
    /// How many photos in a row got no answer.
    public private(set) var count = 0

    /// Why the last of them got none; `nil` after an answer.
    public private(set) var message: String?

    /// Starts without failures.
    public init() {}

    /// Counts a photo.
    ///
    /// That a place has no name is an answer too; photos that need none, and those that cannot be read, change nothing.
    ///
    /// - Parameter planned: What is planned for the photo.
    /// - Returns: Whether it got no answer.
    @discardableResult public mutating func record(_ planned: PlannedPlace) -> Bool {
        switch planned.action {
        case .write, .skip(.nothingThere): self = ProviderOutage()
        case .fail(let code, let message) where Self.codes.contains(code):
            self.message = message
            count += 1
            return true
        case .keep, .skip, .unreadable, .fail: break
        }
        return false
    }

    /// How long to wait before asking again: 10 s after the first failure, twice as long after each further one, at most 10
    /// minutes.
    public var pause: Duration { .seconds(min(10 << min(max(count - 1, 0), 10), 600)) }

    private static let codes: [GeocodingError.Code] = [
        .serviceUnreachable, .timedOut, .serviceOverloaded, .serviceRefused, .serviceBlocked, .answerInvalid,
    ]
}

extension PhotoAsset {
    /// What the place is called where the photo was taken.
    ///
    /// ```swift
    /// let placemark = try await asset.placemark(from: ReverseGeocoder.embedded(), languages: [.english])
    /// print(placemark?.addressString ?? "somewhere")
    /// ```
    ///
    /// - Parameters:
    ///   - geocoder: Gives the names; its policy decides whether anything leaves the machine.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    /// - Returns: The best placemark; `nil` if nothing is there, and for a photo without a position or with one that is marked as
    ///   void or is exactly 0, 0.
    /// - Throws: What `ReverseGeocoder.reverseGeocode(_:languages:)` throws.
    public func placemark(
        from geocoder: ReverseGeocoder, languages: [LanguageTag] = []
    ) async throws(GeocodingError) -> Placemark? {
        guard let coordinate = usableCoordinate else { return nil }
        return try await geocoder.reverseGeocode(coordinate, languages: languages).first
    }
}
