import FoundationEssentials
import LKCommandLine
import LKFormats
import LKGazetteer
import LKGeo
import LKGeocoding
import LKPositioning
import LKSharedOptions
import LKStorage
import LKStreets
import LKTracks
import LocationKitMaps

/// The page of `locate --watch --map`: written again as fixes come, about once a second.
///
/// If a page cannot be written, a message says so once, and the next fix tries again: the watch itself continues.
final class LiveMap {
    /// The shortest time between two pages, in seconds.
    private static let pause = 1.0
    /// The points of the way that a page keeps.
    private static let capacity = 20_000
    /// Beyond that many degrees from where the base map is fine, it is drawn anew.
    private static let reach = 0.5
    /// Beyond that many degrees from where streets are drawn around, they are drawn anew: a kilometre.
    private static let streetReach = 0.01
    /// The bytes of streets in a page, which is written every second.
    private static let maximumStreetBytes = 100_000

    private let file: OutputFile
    private let world: World
    private let languages: [LanguageTag]
    private var track: TrackMap
    private let streets: StreetIndexes?
    private var base: (map: BaseMap, center: Coordinate?)?
    /// Where streets are drawn around.
    private var streetCenter: Coordinate?
    private var last: Location?
    /// What the last fix's place is called, as it was printed.
    private var place: (coordinate: Coordinate, placemark: Placemark)?
    private var lastWrite = Date.distantPast
    private var hasFailed = false
    private var hasWritten = false

    /// Creates a map that is written to a file.
    ///
    /// - Throws: ``ExitCode/cannotCreate`` where no page can be made, and what is wrong with the file of places.
    init(
        _ path: String, languages: [LanguageTag]?, streets: StreetIndexes? = nil, corrections: PlaceCorrections?
    ) throws(ToolError) {
        // A pipe would get one page after the other.
        try OutputFile.requireRegularFile(path)
        file = try OutputFile(path, .livePage)
        self.streets = streets
        self.languages = languages ?? LanguageTag.preferred(environment: Environment.values)
        world = try ToolGeocoder.openWorld()
        track = TrackMap(in: world, languages: self.languages, corrections: corrections, capacity: Self.capacity)
        track.streets = streets
    }

    /// When the page should be written, whether a fix has come or not.
    var nextWrite: Date { lastWrite.addingTimeInterval(2 * Self.pause) }

    /// Adds a fix, and writes the page unless it has just been written.
    ///
    /// - Parameters:
    ///   - snapshot: The state of the search.
    ///   - place: The place that was printed, and where that is; `nil` if the world is to be asked.
    func update(_ snapshot: LocationManager.Snapshot, _ place: (coordinate: Coordinate, placemark: Placemark)?) {
        self.place = place
        if let location = snapshot.location, location != last {
            try? track.add(location)
            last = location
        }
        if Date() >= lastWrite.addingTimeInterval(Self.pause) { write(snapshot, isEnded: false) }
    }

    /// Writes the page if it is due, such as while there is no fix.
    func refresh(_ snapshot: LocationManager.Snapshot) {
        if Date() >= nextWrite { write(snapshot, isEnded: false) }
    }

    /// Writes the page for the last time.
    ///
    /// - Returns: Whether there is a page, of this or an earlier time.
    func finish(_ snapshot: LocationManager.Snapshot) -> Bool {
        write(snapshot, isEnded: true)
        return hasWritten
    }

    private func write(_ snapshot: LocationManager.Snapshot, isEnded: Bool) {
        lastWrite = Date()
        do {
            let bytes = try page(snapshot, isEnded: isEnded)
            try file.fill(bytes)
            hasWritten = true
        } catch {
            let message = (error as? MapError)?.message ?? (error as? ToolError)?.message ?? "\(error)"
            if !hasFailed {
                Messages.note("\(message)" + (isEnded ? "" : "; locate tries again with each fix"), as: .warning)
            }
            hasFailed = true
        }
    }

    private func page(_ snapshot: LocationManager.Snapshot, isEnded: Bool) throws -> [UInt8] {
        let location = snapshot.location ?? last
        let title = location?.isSimulated == true ? "locate (simulated)" : "locate"
        var page = MapPage(title: title, baseMap: try baseMap(at: location?.coordinate), languages: languages)
        if track.statistics.count > 1 { try page.add(track) }
        var view = MapPage.LiveView(location: location, sky: snapshot.satellites, written: Date())
        view.isEnded = isEnded
        view.state = snapshot.reason.map { "\($0)" } ?? ""
        view.stateName = snapshot.reason?.name ?? ""
        if let location {
            let isKnown = place?.coordinate == location.coordinate
            let mark =
                try (isKnown ? place?.placemark : nil) ?? world.placemark(at: location.coordinate, languages: languages)
            view.place = mark.addressString
            let name = try mark.timeZone ?? world.timeZone(at: location.coordinate)
            if let zone = name.flatMap({ ZoneFile(named: $0) }), let time = location.timestamp,
                time.timeIntervalSince1970.magnitude < 1e12
            {
                view.offset = zone.offset(at: Int(time.timeIntervalSince1970))
            }
        }
        page.add(view)
        return try page.html()
    }

    /// Returns the base map around a position, which is drawn anew only when its detail no longer suffices there.
    private func baseMap(at position: Coordinate?) throws(MapError) -> BaseMap {
        let around = position.map { [$0] } ?? []
        var map: BaseMap
        if let base, !isFar(position, from: base.center, Self.reach) {
            map = base.map
            guard streets != nil, isFar(position, from: streetCenter, Self.streetReach) else { return map }
        } else {
            map = try BaseMap(world, around: around, languages: languages)
            base = (map, position)
        }
        if let streets {
            map.drawStreets(of: streets, around: around, languages: languages, maximumBytes: Self.maximumStreetBytes)
            streetCenter = position
            base?.map = map
        }
        return map
    }

    private func isFar(_ position: Coordinate?, from center: Coordinate?, _ degrees: Double) -> Bool {
        guard let position else { return false }
        guard let center else { return true }
        return position.sphericalDistance(to: center) > degrees * 111_000
    }
}

extension OutputKind {
    /// A page that is written again and again, without `--force`.
    static var livePage: OutputKind {
        OutputKind(
            refusal: "is not a page that locate has made; name another file, or remove it first",
            isMarked: MapPage.isMarked)
    }
}
