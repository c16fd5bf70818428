import FoundationEssentials
import LKFormats
import LKGeo

/// Converts the XML of a KML file to track elements.
final class KMLParser: XMLHandler {
    /// The output: an element, or a track whose points are in columns.
    enum Item { case element(TrackElement), track(KMLTrack) }

    /// The longest text accepted, except for coordinates, in bytes.
    static let maximumTextLength = 1 << 16

    var warnings = WarningList()
    unowned(unsafe) var stream: XMLStream?
    var items: [Item] = []
    private var path: [KMLName] = []
    var text: [UInt8] = []
    /// Whether the text of the current element is needed.
    private var gathers = false
    private var file = TrackMetadata()
    private var isFileTold = false
    var placemark = KMLPlacemark()
    /// The column or value that is being read.
    var dataName = ""
    var track: KMLTrack?
    var altitudeMode = KMLAltitudeMode.clampToGround
    /// Why the parser was stopped for a reason other than invalid XML.
    private(set) var failure: TrackFormatError?

    func takeItems(into ready: inout [Item]) { swap(&ready, &items) }

    /// Returns the part of a track before the damage.
    func finishDamaged() {
        if let track {
            self.track = nil
            startLine()
            emit(.segmentStart)
            items.append(.track(track))
        }
    }

    func start(_ tag: XMLTag) {
        let name = KMLName(tag.localName)
        if path.isEmpty, name != .kml {
            let found = String(decoding: tag.name.prefix(40), as: UTF8.self)
            let message = "the root element is <\(found)>, not <kml>: this is not a KML file"
            stream?.refuse(.malformed, message)
            return
        }
        let parent = path.last
        path.append(name)
        gathers = false
        switch name {
        case .Placemark:
            tellFile()
            placemark = KMLPlacemark()
            placemark.line = stream?.line ?? 0
        case .Point, .LineString, .MultiTrack: beginGeometry()
        case .Track:
            if parent != .MultiTrack { beginGeometry() }
            track = KMLTrack()
            track?.altitudeMode = altitudeMode
        case .Polygon, .Model: warn("<\(name.rawValue)> is neither a track nor a point")
        case .NetworkLink: warn("<NetworkLink> names another file, which is not read")
        case .Data, .SimpleData, .SimpleArrayData:
            dataName = tag.attribute("name").map { String(decoding: $0, as: UTF8.self) } ?? ""
            gathers = name == .SimpleData
            if name == .SimpleArrayData, track != nil { beginColumn() }
        case .name, .description: gathers = parent == .Placemark || parent == .Document && !isFileTold
        case .coordinates:
            gathers = parent == .Point
            if parent == .LineString { beginLine() }
        case .when, .coord, .altitudeMode, .value: gathers = true
        default: break
        }
        text.removeAll(keepingCapacity: true)
    }

    func end() {
        guard let name = path.popLast() else { return }
        defer {
            text.removeAll(keepingCapacity: true)
            gathers = false
        }
        switch name {
        case .Placemark: finishPlacemark()
        case .Track: finishTrack()
        case .kml: tellFile()
        case .coordinates: if path.last == .LineString { takeToken() } else if gathers { takePoint() }
        default: if gathers { set(name) }
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        if path.last == .coordinates, path.dropLast().last == .LineString { return takeTokens(bytes) }
        guard gathers else { return }
        guard text.count + bytes.count <= Self.maximumTextLength else {
            stream?.refuse(.tooLarge, "a text longer than \(Self.maximumTextLength) bytes")
            return
        }
        text.append(contentsOf: bytes)
    }

    /// Stops the parser for a reason other than invalid XML.
    func refuse(_ error: TrackFormatError) {
        failure = error
        stream?.refuse(.malformed, error.message)
    }

    func emit(_ element: TrackElement) { items.append(.element(element)) }

    func warn(_ message: String) { warnings.add(stream?.line ?? 0, message) }

    private func tellFile() {
        guard !isFileTold else { return }
        isFileTold = true
        if !file.isEmpty { emit(.metadata(file)) }
    }

    /// Processes the text of an element that has ended.
    private func set(_ name: KMLName) {
        let text = text
        let value = text.span.extracting(text.span.trimmed)
        switch (name, path.last) {
        case (.coord, .Track): addCoordinate(value)
        case (.when, .Track): addTime(value)
        case (.value, .SimpleArrayData): if track != nil { addValue(text.span) }
        case _ where value.isEmpty: break
        case (.name, .Placemark): placemark.metadata.name = value.string
        case (.description, .Placemark): placemark.metadata.note = value.string
        case (.name, .Document): file.name = value.string
        case (.description, .Document): file.note = value.string
        case (.when, .TimeStamp):
            let time = ISO8601Time.parse(value)
            if time == nil { warn("\"\(value.excerpt)\" is not a valid time") }
            if path.dropLast().last == .Placemark { placemark.metadata.time = time } else { file.time = time }
        case (.value, .Data): placemark.set(dataName, value)
        case (.SimpleData, _): placemark.set(dataName, value)
        case (.altitudeMode, _):
            altitudeMode =
                value.isWord("absolute")
                ? .absolute : value.isWord("relativeToGround") ? .relativeToGround : .clampToGround
            track?.altitudeMode = altitudeMode
        default: break
        }
    }
}

/// The KML elements that are understood, by their local names.
enum KMLName: String, CaseIterable {
    case kml, Document, Folder, Placemark, name, description, TimeStamp, when, ExtendedData, Data, SchemaData
    case SimpleData, SimpleArrayData, value, Point, LineString, MultiGeometry, Track, MultiTrack, coordinates, coord
    case altitudeMode, Polygon, LinearRing, Model, NetworkLink
    /// Any other element.
    case other

    private static let byLength: [[(bytes: [UInt8], name: KMLName)]] = (0...16).map { length in
        allCases.filter { $0.rawValue.utf8.count == length && $0 != .other }.map { (Array($0.rawValue.utf8), $0) }
    }

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self = .other
        guard text.count < Self.byLength.count else { return }
        for candidate in Self.byLength[text.count] where candidate.bytes.elementsEqual(text) { self = candidate.name }
    }
}

/// A placemark that is being read.
struct KMLPlacemark {
    enum Kind { case track, route, waypoint }

    var metadata = TrackMetadata()
    var line = 0
    /// The kind that LocationKit's own files state.
    var kind: Kind?
    /// Whether its track or route has begun.
    var hasLine = false
    /// Its only or last point.
    var waypoint: PointDraft?
    private var values: [(field: TrackField, text: [UInt8])] = []

    /// Sets a value from its extended data.
    mutating func set(_ name: String, _ value: Span<UInt8>) {
        if name == "kind" {
            kind = value.isWord("track") ? .track : value.isWord("route") ? .route : .waypoint
        } else if let field = TrackField(named: name), values.count < 1000 {
            values.append((field, value.withUnsafeBufferPointer { Array($0) }))
        }
    }

    /// Sets the point's values; returns what is wrong with the invalid ones.
    func fill(_ draft: inout PointDraft) -> [String] {
        var complaints: [String] = []
        for value in values where !draft.set(value.field, value.text.span) {
            complaints.append("\"\(value.text.span.excerpt)\" is not a valid \(value.field.key)")
        }
        return complaints
    }
}
