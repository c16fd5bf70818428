import FoundationEssentials
import LKFormats
import LKGeo

/// Converts the XML of a GPX file to track elements.
final class GPXParser: XMLHandler {
    /// The longest text inside a point, in bytes.
    static let maximumTextLength = 1 << 16
    /// The maximum amount of foreign data kept of a point, a track or a file, in bytes.
    static let maximumExtensionsSize = 1 << 18

    enum Context { case document, gpx, metadata, track, segment, route, point }

    var warnings = WarningList()
    unowned(unsafe) var stream: XMLStream?
    /// The current line, if the stream does not provide it.
    var plainLine: Int?

    /// The open elements that are understood, outermost first.
    var contexts: [Context] = [.document]
    var draft = PointDraft()
    var pointKind = GPXName.trkpt
    /// Metadata of the file, and of the current track or route.
    var file = TrackMetadata()
    var line = TrackMetadata()
    var isFileTold = false
    var isLineTold = false
    /// The number of tracks and routes so far, and the metadata that come after the points of some of them.
    var lineCount = 0
    var lateMetadata: [Int: TrackMetadata] = [:]
    /// The maximum number of tracks and routes with late metadata.
    static let maximumLate = 10_000
    var isSegmentTold = false
    var isRoute = false
    /// Whether `<fix>` is "pps", which does not specify dimensions.
    var hasPreciseFix = false
    var segmentExtensions: [TrackPoint.Extension] = []
    var fileExtensions: [TrackPoint.Extension] = []
    /// The size of foreign data since the beginning of the point, track or file, in bytes.
    var extensionSize = 0
    var namespaces = XMLNamespaces()

    private var elements: [TrackElement] = []
    private var depth = 0
    /// The element whose text is being collected, and its line.
    private var leaf: GPXName?
    private var leafDepth = 0
    private var isInExtensions = false
    private var fragment: XMLFragment?
    private var fragmentPlace = TrackPoint.Extension.Place.extensions
    /// Whether LocationKit's element `location` is open.
    private var isInOwn = false
    private var text: [UInt8] = []

    /// Whether a point, segment, track or route inside a point or a text is damage.
    ///
    /// The end of the outer element is lost, and everything up to the end of the segment would otherwise belong to it.
    private let isSalvaging: Bool

    init(isSalvaging: Bool = false) {
        self.isSalvaging = isSalvaging
        text.reserveCapacity(256)
    }

    /// Whether the parser is in a track, where plain points may follow.
    var isInTrack: Bool { contexts.last == .segment || contexts.last == .track || contexts.last == .point }

    /// Whether the next point begins an element of a segment.
    var isInPlainSegment: Bool { contexts.last == .segment && leaf == nil && fragment == nil && !isInExtensions }

    /// Takes over from another parser that has stopped at damage, after the tags of the elements that are open after
    /// the damage.
    ///
    /// A track or route continues if both are in one; damage in a segment splits it.
    func resume(after other: GPXParser) {
        let isSameLine = [.track, .route].contains { contexts.contains($0) && other.contexts.contains($0) }
        if !isSameLine, other.contexts.contains(where: { $0 == .track || $0 == .route }) { other.tellLine() }
        warnings = other.warnings
        (file, fileExtensions, isFileTold) = (other.file, other.fileExtensions, other.isFileTold)
        lateMetadata = other.lateMetadata
        elements = other.elements
        if isSameLine {
            (line, isLineTold, lineCount) = (other.line, other.isLineTold, other.lineCount)
        } else {
            lineCount += other.lineCount
            isLineTold = false
        }
        isSegmentTold = false
        guard contexts.last != .gpx else { return }
        tellFile()
        guard contexts.last == .segment else { return }
        tellLine()
        isSegmentTold = true
        emit(.segmentStart)
    }

    func takeElements(into ready: inout [TrackElement]) { swap(&ready, &elements) }

    func emit(_ element: TrackElement) { elements.append(element) }

    func start(_ tag: XMLTag) {
        depth += 1
        namespaces.enter(tag, depth: depth)
        if isSalvaging, isMisplaced(tag) { return refuseMisplaced(tag) }
        if fragment != nil { return startInFragment(tag) }
        // GPX has no elements inside names and numbers.
        guard leaf == nil else { return }
        if isInExtensions { return startFragment(tag, .extensions) }
        let name = GPXName(tag.localName)
        if contexts.count == 1 { return startRoot(name, tag) }
        switch name {
        case .trkpt, .rtept, .wpt:
            if contexts.last != .point {
                return startPoint(
                    name ?? .wpt, latitude: tag.attribute("lat"), longitude: tag.attribute("lon"), line: stream?.line)
            }
        case .extensions:
            isInExtensions = true
            return
        case .trk, .rte: if contexts.last == .gpx { return startLine(name == .trk ? .track : .route) }
        case .trkseg: if contexts.last == .track { return startSegment() }
        case .metadata: if contexts.last == .gpx { return contexts.append(.metadata) }
        default: break
        }
        if let name, isLeaf(name, tag) {
            leaf = name
            leafDepth = depth
            text.removeAll(keepingCapacity: true)
        } else {
            startFragment(tag, isOfGPX(name) ? .element : .extensions)
        }
    }

    func end() {
        defer {
            namespaces.leave(depth: depth)
            depth -= 1
        }
        if fragment != nil { return endInFragment() }
        if let leaf {
            guard depth == leafDepth else { return }
            self.leaf = nil
            // Borrowed during the call, without a copy.
            let text = text
            return set(leaf, text.span)
        }
        if isInExtensions {
            isInExtensions = false
            return
        }
        switch contexts.popLast() {
        case .point: finishPoint()
        case .track, .route: tellLine()
        case .segment: finishSegment()
        case .gpx: finishFile()
        default: break
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        if leaf != nil {
            guard text.count + bytes.count <= Self.maximumTextLength else {
                stream?.refuse(.tooLarge, "a text longer than \(Self.maximumTextLength) bytes")
                return
            }
            if depth == leafDepth { text.append(contentsOf: bytes) }
        } else if fragment != nil {
            fragment?.append(text: bytes)
        }
    }

    func warn(_ message: String, _ line: Int? = nil) { warnings.add(line ?? plainLine ?? stream?.line ?? 0, message) }

    /// Stores the value of a GPX element.
    func set(_ name: GPXName, _ text: Span<UInt8>) {
        let range = text.trimmed
        guard !range.isEmpty else { return }
        if contexts.last == .point {
            if !setPoint(name, text.extracting(range)) {
                let excerpt = text.extracting(range).excerpt
                warn(
                    name == .time
                        ? "\"\(excerpt)\" is not a valid time" : "\"\(excerpt)\" is not a valid \(name.rawValue)")
            }
        } else if !setMetadata(name, text.extracting(range)) {
            warn("\"\(text.extracting(range).excerpt)\" is not a valid time")
        }
    }

    /// Returns whether an element begins where the end of another must have been lost.
    private func isMisplaced(_ tag: XMLTag) -> Bool {
        guard leaf != nil || contexts.last == .point else { return false }
        // Elements of other namespaces may have these names, with a prefix.
        guard !isInExtensions && fragment == nil || tag.name.count == tag.localName.count else { return false }
        let name = GPXName(tag.localName)
        return name == .trkpt || name == .trkseg || name == .trk || name == .rtept || name == .rte || name == .wpt
    }

    private func refuseMisplaced(_ tag: XMLTag) {
        let name = String(decoding: tag.localName, as: UTF8.self)
        stream?.refuse(.malformed, "not well-formed XML: the element before <\(name)> does not end")
    }

    // MARK: Foreign elements

    private func startFragment(_ tag: XMLTag, _ place: TrackPoint.Extension.Place) {
        let known = contexts.last == .point && GPXPointExtension.isKnown(tag.localName)
        // GPX 1.0 and some careless programs put speed and accuracy directly in the point.
        fragmentPlace = known ? .extensions : place
        fragment = XMLFragment(maximumSize: Self.maximumExtensionsSize)
        fragment?.start(tag, namespaces)
        isInOwn = tag.localName.elementsEqual("location".utf8) && contexts.last == .point && isOwn(tag)
        if isInOwn { setOwn(tag) }
    }

    private func startInFragment(_ tag: XMLTag) { fragment?.start(tag, namespaces) }

    private func endInFragment() {
        guard var found = fragment else { return }
        fragment = nil
        let isWhole: Bool
        if isInOwn && found.depth == 1 || consumes(&found) || found.isEmptied {
            isWhole = found.drop()
        } else {
            isWhole = found.end()
        }
        guard isWhole else {
            fragment = found
            return
        }
        isInOwn = false
        keep(found, fragmentPlace)
    }

    /// Stores the current element if it is a value of the point, and returns whether it is.
    private func consumes(_ found: inout XMLFragment) -> Bool {
        guard contexts.last == .point, found.depth <= 2, found.isPlainLeaf, !found.isTooLong else { return false }
        return found.withCurrent { name, text in
            guard let field = GPXPointExtension.field(name) else { return false }
            let range = text.trimmed
            guard !range.isEmpty else { return false }
            if draft.set(field, text.extracting(range)) { return true }
            warn("\"\(text.extracting(range).excerpt)\" is not a valid \(name.string)")
            return false
        }
    }
}
