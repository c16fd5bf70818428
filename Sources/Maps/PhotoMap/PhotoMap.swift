import LKFormats
package import LKGazetteer
public import LKGeo
public import LKGeocoding
public import LKOfflineGeocoding
import LKStreets

/// Photos for a map: sorted, named, and as exact as they are to be.
///
/// ```swift
/// let places = try OfflineProvider(regions: .standard)
/// let photos = try PhotoMap([PhotoMap.Photo(kyoto, time: 1_700_000_000)], with: places, languages: [.english])
/// try MapPage(photos, title: "Holidays").write(to: URL(filePath: "holidays.html"))
/// ```
public struct PhotoMap: Sendable {
    /// A photo with what is shown of it.
    private struct Shown: Sendable {
        var photo: PhotoMap.Photo
        /// Its index in the array that the map was made of.
        var source: Int
        /// The index of its place's name.
        var place: Int
    }

    /// What names the places.
    let world: World
    /// Has the streets to draw; `nil` for none.
    private(set) var streets: StreetIndexes?
    let languages: [LanguageTag]
    private var photos: [Shown] = []
    private var places: [String]
    private var thumbnails: [Int: [UInt8]] = [:]

    /// How many photos the hidden areas have removed.
    public let hiddenCount: Int
    /// The hidden areas in which no photo was taken, such as one whose latitude and longitude are exchanged.
    public let unvisitedAreas: [HiddenArea]

    /// How exactly it says where they were taken.
    public let precision: MapPrecision

    /// The place most often seen; `nil` without photos.
    public private(set) var mostSeen: MostSeen?

    /// Where many of the photos were taken, on many days: probably a home.
    public struct MostSeen: Sendable, Equatable {
        /// The middle of a square of about 500 m, before it was made coarser.
        public let coordinate: Coordinate
        /// What it is called; empty if that is unknown.
        public let name: String
        /// The photos taken there.
        public let photos: Int
        /// The days with a photo from there.
        public let days: Int
    }

    /// Creates a map of photos, which it sorts and names.
    ///
    /// - Parameters:
    ///   - photos: The photos, in any order.
    ///   - precision: How exactly the map shows where they were taken.
    ///   - hidden: Areas whose photos are left out, with all that is known of them.
    ///   - provider: Names them, by settlements. With the installed regions (`OfflineProvider(regions: .standard)`), a page of exact
    ///     positions has their streets, as that of `locate photos map`.
    ///   - languages: Those of the names, in order of preference; empty for each place's own.
    ///   - corrections: The user's own names, which take precedence; a precision of cities or countries shows no smaller ones.
    /// - Throws: ``MapError/Code/nothingToShow`` if no photo is left, ``MapError/Code/dataDamaged``.
    public init(
        _ photos: [PhotoMap.Photo], precision: MapPrecision = .exact, hiding hidden: [HiddenArea] = [],
        with provider: OfflineProvider, languages: [LanguageTag], corrections: PlaceCorrections? = nil
    ) throws(MapError) {
        try self.init(
            photos, precision: precision, hiding: hidden, in: provider.world, languages: languages,
            corrections: corrections)
        // Streets around the middles of cities would mean nothing.
        if precision == .exact { streets = provider.streets }
    }

    /// Creates a map of photos, which it sorts and names by a gazetteer, without streets.
    package init(
        _ photos: [PhotoMap.Photo], precision: MapPrecision = .exact, hiding hidden: [HiddenArea] = [], in world: World,
        languages: [LanguageTag], corrections: PlaceCorrections? = nil
    ) throws(MapError) {
        (self.world, self.languages) = (world, languages)
        self.precision = precision
        var seen: [SeenSquare: Visits] = [:]
        var shown: [Shown] = []
        var visited = [Bool](repeating: false, count: hidden.count)
        var dropped = 0
        do throws(GeocodingError) {
            var places = try ShownPlaces(world, precision, languages: languages, corrections: corrections)
            for (index, photo) in photos.enumerated() {
                let areas = hidden.indices.filter { hidden[$0].contains(photo.coordinate) }
                if !areas.isEmpty {
                    for area in areas { visited[area] = true }
                    dropped += 1
                    continue
                }
                let place = try places.shown(photo.coordinate)
                seen[SeenSquare(photo.coordinate), default: Visits()].add(photo)
                var photo = photo
                photo.coordinate = place.coordinate
                shown.append(Shown(photo: photo, source: index, place: place.name))
            }
            self.places = places.list
        } catch {
            throw MapError(error)
        }
        hiddenCount = dropped
        unvisitedAreas = zip(hidden, visited).filter { !$0.1 }.map(\.0)
        guard !shown.isEmpty else {
            let reason =
                photos.isEmpty ? "no photo has a position" : "all \(photos.count) photos with a position are hidden"
            throw MapError(.nothingToShow, reason)
        }
        let best = seen.max { $0.value.rank == $1.value.rank ? $0.key > $1.key : $0.value.rank < $1.value.rank }
        mostSeen = best.map { cell, visits in
            let there = shown.filter { SeenSquare(photos[$0.source].coordinate) == cell }.map(\.place)
            return MostSeen(
                coordinate: cell.middle, name: mostFrequent(there).map { self.places[$0] } ?? "", photos: visits.photos,
                days: visits.days.count)
        }
        // Of photos at one point the earliest comes first.
        let keys = shown.map { shown in
            let place = shown.photo.coordinate
            return (MortonOrder.key(place), shown.photo.time ?? .max, place.latitude, place.longitude, shown.source)
        }
        self.photos = shown.indices.sorted { keys[$0] < keys[$1] }.map { shown[$0] }
        numberPlaces()
    }

    /// Returns the most frequent place; the name breaks ties, so that the order of the input does not show.
    private func mostFrequent(_ places: [Int]) -> Int? {
        Dictionary(places.map { ($0, 1) }, uniquingKeysWith: +)
            .max { ($0.value, self.places[$1.key]) < ($1.value, self.places[$0.key]) }?.key
    }

    /// Numbers the places in the order in which the page meets them, so that the order of the input does not show.
    private mutating func numberPlaces() {
        var numbers = [Int](repeating: -1, count: places.count)
        var list: [String] = []
        for index in photos.indices {
            let old = photos[index].place
            if numbers[old] < 0 {
                numbers[old] = list.count
                list.append(places[old])
            }
            photos[index].place = numbers[old]
        }
        places = list
    }

    /// The number of photos.
    public var count: Int { photos.count }

    /// Where they are shown, in the order of the page.
    public var coordinates: [Coordinate] { photos.map(\.photo.coordinate) }

    /// Returns which photos to make thumbnails of.
    ///
    /// If there are more photos than thumbnails, these are spread evenly along the curve by which the page sorts them, so that
    /// everywhere some photos have one.
    ///
    /// - Parameter count: The number of thumbnails.
    /// - Returns: Indices in the array that the map was made of.
    public func thumbnailed(_ count: Int) -> [Int] {
        guard count > 0 else { return [] }
        guard photos.count > count else { return photos.map(\.source) }
        return (0..<count).map { photos[$0 * photos.count / count].source }
    }

    /// Sets a photo's thumbnail: a JPEG of about 160 pixels, without metadata.
    public mutating func setThumbnail(_ jpeg: [UInt8], of source: Int) { thumbnails[source] = jpeg }
}

extension PhotoMap {
    /// What was taken in a square.
    private struct Visits {
        var photos = 0
        var days: Set<Int> = []

        /// Days count first: many photos on one day are an event, few on many days a home.
        var rank: (Int, Int) { (days.count, photos) }

        mutating func add(_ photo: PhotoMap.Photo) {
            photos += 1
            if let time = photo.time { days.insert(time / 86_400) }
        }
    }
}

extension PhotoMap {
    /// The bits of a photo's flags.
    private enum Flag {
        static let dated: UInt64 = 1
        static let video: UInt64 = 2
        static let thumbnail: UInt64 = 4
    }

    /// Returns the photos as photos.js reads them; Docs/Maps.md describes the format.
    func packed() -> PackedBytes {
        var bytes = PackedBytes()
        bytes.append(count: photos.count)
        bytes.append(column: photos.lazy.map { Int64(($0.photo.coordinate.latitude * 1e5).rounded()) })
        bytes.append(column: photos.lazy.map { Int64(($0.photo.coordinate.longitude * 1e5).rounded()) })
        for shown in photos {
            var flags = shown.photo.time == nil ? 0 : Flag.dated
            if shown.photo.isVideo { flags |= Flag.video }
            if thumbnails[shown.source] != nil { flags |= Flag.thumbnail }
            bytes.append(flags)
        }
        bytes.append(column: photos.lazy.compactMap { $0.photo.time.map(Int64.init) })
        bytes.append(count: places.count)
        for place in places { bytes.append(place) }
        bytes.append(column: photos.lazy.map { Int64($0.place) })
        let hasLinks = photos.contains { $0.photo.link != nil || $0.photo.name != nil }
        bytes.append(count: hasLinks ? 1 : 0)
        guard hasLinks else { return bytes }
        for shown in photos { bytes.append(shown.photo.link ?? "") }
        for shown in photos { bytes.append(PageText.clean(shown.photo.name ?? "")) }
        return bytes
    }

    /// Returns the thumbnails in the order of the photos that have one.
    func thumbnailLines() -> [[UInt8]] {
        photos.compactMap { thumbnails[$0.source].map { Base64.text($0) } }
    }
}

extension MapPage {
    /// Shows photos.
    ///
    /// - Parameter photos: The photos, with their thumbnails.
    public mutating func add(_ photos: PhotoMap) {
        parts.append(
            Part(
                name: "photos", script: .photosScript, style: .photosStyle, data: photos.packed(),
                lines: photos.thumbnailLines()))
    }
}
