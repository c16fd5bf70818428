import LKGeo
public import LKGeocoding
package import LKMetadata
public import LKPhotos
import LKThreads
import Synchronization

/// Looks up the place names of photos' positions and plans what to write.
///
/// ```swift
/// let tagger = PlaceTagger(Geocoder.shared)
/// for asset in library.allPhotos.assets { edits += await tagger.planned(asset).edits }
/// for photo in await PhotoTagger().write(edits) { print(photo.path, photo.action) }
/// ```
///
/// Names are written for the place where the camera stood and for the place shown, which most programs display, unless
/// a photo already has them. Names of a place far from the position follow it if the gazetteer has the same names, since then
/// no person wrote them; others stay unless ``Configuration/replacesFar`` is set. The geocoder chooses the provider: data leave the machine only if a provider sends them.
/// Equal positions are looked up once.
package final class PlaceTagger: Sendable {
    /// The options for writing names.
    package let configuration: Configuration

    let geocoder: Geocoder
    /// Reads files, which blocks.
    let reading = WorkThread("locate-places", PlaceFacts.Reader())
    private let answers = Mutex<[Coordinate: Placemark?]>([:])
    /// Compares names with positions.
    private let naming: WorldPlaces

    /// Maximum number of cached answers; consecutive photos are often of one place.
    static let maximumAnswers = 4096

    /// Creates a tagger.
    ///
    /// - Parameters:
    ///   - geocoder: Looks up the names.
    ///   - configuration: The options for writing names.
    ///   - naming: Finds names that are far from a photo's position; `nil` for the embedded world.
    package init(
        _ geocoder: Geocoder, configuration: Configuration = Configuration(), naming: WorldPlaces? = nil
    ) {
        self.geocoder = geocoder
        self.configuration = configuration
        self.naming = naming ?? WorldPlaces(languages: configuration.languages)
    }

    /// Plans a photo with the position in its file.
    ///
    /// - Parameter photo: The metadata of the file.
    /// - Returns: The names to write, or why nothing is written.
    package func planned(_ photo: PhotoMetadata) async -> PlannedPlace {
        await planned(at: photo.location, shown: photo.placeShown, created: photo.placeCreated)
    }

    /// Plans a photo for a given position.
    ///
    /// - Parameters:
    ///   - location: The position of the camera.
    ///   - shown: The photo's present names of the place shown.
    ///   - created: The photo's present names of the camera's place.
    /// - Returns: The names to write, or why nothing is written.
    package func planned(
        at location: PhotoLocation?, shown: PhotoPlace?, created: PhotoPlace?
    ) async -> PlannedPlace {
        guard let location else { return PlannedPlace(action: .skip(.noPosition)) }
        guard !location.isVoid else { return PlannedPlace(action: .skip(.doubtfulPosition)) }
        let present = [shown, created].compactMap { $0 }.filter { !$0.isEmpty }
        let far = present.filter { naming.isFar($0, from: location.coordinate) }
        let former = far.filter { configuration.replaces || configuration.replacesFar || naming.isDerived($0) }
        let staying = far.first { !former.contains($0) }
        func has(_ place: PhotoPlace?) -> Bool { place.map { present.contains($0) && !former.contains($0) } ?? false }
        let (hasShown, hasCreated) = (has(shown), has(created))
        if let shown, hasShown, hasCreated, !configuration.replaces {
            var planned = PlannedPlace(action: .keep, farPlace: staying)
            guard configuration.addsKeywords else { return planned }
            // Keywords follow the names that stay: in another language they could not be recognized when the names are
            // removed.
            var edit = MetadataEdit()
            edit.keywords = Self.keywords(of: shown)
            if !edit.isEmpty { planned.action = .write(edit) }
            planned.place = shown
            return planned
        }
        let placemark: Placemark?
        do throws(GeocodingError) {
            placemark = try await self.placemark(at: location.coordinate)
        } catch {
            return PlannedPlace(action: .fail(TaggingError(unanswered: error)))
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
            action: edit.isEmpty ? .keep : .write(edit), place: place, provider: placemark.provider,
            farPlace: staying, formerPlace: former.first)
    }

    /// Returns the best placemark of a coordinate, looked up once.
    private func placemark(at coordinate: Coordinate) async throws(GeocodingError) -> Placemark? {
        if let known = answers.withLock({ $0[coordinate] }) { return known }
        let found = try await geocoder.reverseGeocode(coordinate, languages: configuration.languages).first
        answers.withLock { answers in
            if answers.count >= Self.maximumAnswers { answers.removeAll(keepingCapacity: true) }
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
    /// The options for writing place names.
    package struct Configuration: Sendable, Hashable {
        /// The preferred languages of the names, in order; empty uses the place's own language.
        package var languages: [LanguageTag] = []

        /// Whether to replace names that a photo already has, even if they were entered by hand.
        package var replaces = false

        /// Whether to replace names of a place far from the photo's position, even if they were entered by hand.
        package var replacesFar = false

        /// Whether to add the names as keywords too.
        package var addsKeywords = false

        /// Creates the default: names in the place's own language, for photos without any.
        package init() {}
    }
}

extension PlaceTagger {
    /// Plans a photo of a library after reading its file, sidecar and companions again.
    ///
    /// The raw file of a JPEG and the video of a live photo get the names of the photo's position unless they have
    /// some, even if the photo itself already has its names, as after an interruption. A companion that cannot be read
    /// is not changed.
    ///
    /// ```swift
    /// let planned = await tagger.planned(asset)
    /// print("\(asset.path): \(planned)")  // Asakusa, Taito, Tokyo, Japan, or: it has no position
    /// ```
    ///
    /// - Parameter asset: The photo.
    /// - Returns: The names to write, or why nothing is written.
    package func planned(_ asset: PhotoAsset) async -> PlannedPlace {
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
            // What the library knows also comes from a JSON of Google Takeout.
            let locations = (files.map(\.location) + [asset.location]).compactMap { $0 }
            let location = locations.first { !$0.isVoid } ?? locations.first
            var planned = PlannedPlace(action: .keep)
            var edits: [PhotoEdit] = []
            for (index, file) in files.enumerated() {
                let plan = await self.planned(at: location, shown: file.shown, created: file.created)
                if index == 0 { planned = plan }
                planned.farPlace = planned.farPlace ?? plan.farPlace
                planned.formerPlace = planned.formerPlace ?? plan.formerPlace
                if plan.formerPlace != nil {
                    let words = file.placeKeywords.filter { !(plan.edit?.keywords ?? []).contains($0) }
                    planned.formerKeywords += words.filter { !planned.formerKeywords.contains($0) }
                }
                if let edit = PhotoEdit(plan, of: file.url, expected: file.stamp) {
                    edits.append(edit)
                    (planned.place, planned.provider) = (plan.place, plan.provider ?? planned.provider)
                }
                // If the photo cannot get names, its companions do not get them either.
                guard plan.edit != nil || plan.action == .keep else { break }
            }
            (planned.location, planned.edits) = (location, edits)
            return planned
        }
    }
}

/// Counts consecutive photos for which no provider answered, so that a caller can stop asking, or ask less often.
///
/// ```swift
/// if outage.record(await tagger.planned(asset)), outage.count == 3 { break }
/// ```
package struct ProviderOutage: Sendable {
    /// The number of consecutive photos without an answer.
    package private(set) var count = 0

    /// The latest failure; `nil` after an answer.
    package private(set) var message: String?

    /// Creates a count of 0.
    package init() {}

    /// Counts the outcome of a photo.
    ///
    /// A place without a name is also an answer; photos that need no names, and unreadable ones, do not change the
    /// count.
    ///
    /// - Parameter planned: The plan for the photo.
    /// - Returns: Whether the photo got no answer.
    @discardableResult package mutating func record(_ planned: PlannedPlace) -> Bool {
        switch planned.action {
        case .write, .skip(.nothingThere): self = ProviderOutage()
        case .fail(let error) where (error.underlying as? GeocodingError).map { Self.codes.contains($0.code) } == true:
            message = error.message
            count += 1
            return true
        case .keep, .skip, .unreadable, .fail: break
        }
        return false
    }

    /// The wait before the next attempt: 10 s after the first failure, doubled after each further one, at most 10
    /// minutes.
    package var pause: Duration { .seconds(min(10 << min(max(count - 1, 0), 10), 600)) }

    private static let codes: [GeocodingError.Code] = [
        .serviceUnreachable, .timedOut, .serviceOverloaded, .serviceRefused, .serviceBlocked, .answerInvalid,
    ]
}

extension TaggingError {
    /// Creates the error for a place that no provider has named.
    ///
    /// - Parameter error: The geocoder's error.
    init(unanswered error: GeocodingError) {
        self.init(code: .unanswered, stating: error.message, advice: error.advice, path: "", underlying: error)
    }
}

extension PhotoAsset {
    /// Returns the placemark of the place where the photo was taken.
    ///
    /// ```swift
    /// let placemark = try await asset.placemark(from: Geocoder.shared, languages: [.english])
    /// print(placemark?.addressString ?? "somewhere")
    /// ```
    ///
    /// - Parameters:
    ///   - geocoder: Looks up the names; its policy decides whether data leave the machine.
    ///   - languages: The preferred languages of the names, in order; empty uses the place's own language.
    /// - Returns: The best placemark; `nil` if there is none, or the photo's position is missing, marked as void or
    ///   exactly 0, 0.
    /// - Throws: The errors of `Geocoder.reverseGeocode(_:languages:)`.
    public func placemark(
        from geocoder: Geocoder, languages: [LanguageTag] = []
    ) async throws(GeocodingError) -> Placemark? {
        guard let coordinate = usableCoordinate else { return nil }
        return try await geocoder.reverseGeocode(coordinate, languages: languages).first
    }
}
