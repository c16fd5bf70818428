import FoundationEssentials
import LKFormats
import LKGeo

// Files, tracks, routes, segments.
extension GPXParser {
    func startRoot(_ name: GPXName?, _ tag: XMLTag) {
        contexts.append(.gpx)
        guard name == .gpx else {
            let found = String(decoding: tag.name.prefix(40), as: UTF8.self)
            let message = "the root element is <\(found)>, not <gpx>: this is not a GPX file"
            stream?.refuse(.malformed, message)
            return
        }
        // Declared again in every written file, so not kept here.
        file.namespaces = namespaces.all.filter { prefix, uri in
            prefix != "" && prefix != "xsi" && !(prefix == "gpxtpx" && uri == GPXNamespace.trackPoint)
                && !(prefix == "locationkit" && uri == GPXNamespace.own)
        }
    }

    func startLine(_ context: Context) {
        tellFile()
        contexts.append(context)
        line = TrackMetadata()
        lineCount += 1
        isLineTold = false
        isSegmentTold = false
        isRoute = context == .route
        extensionSize = 0
    }

    func startSegment() {
        tellLine()
        contexts.append(.segment)
        isSegmentTold = true
        extensionSize = 0
        emit(.segmentStart)
    }

    func finishSegment() {
        isSegmentTold = false
        guard !segmentExtensions.isEmpty else { return }
        emit(.segmentExtensions(segmentExtensions))
        segmentExtensions = []
    }

    func finishFile() {
        tellFile()
        if !fileExtensions.isEmpty { emit(.fileExtensions(fileExtensions)) }
    }

    /// Emits the metadata of the file before its first element.
    func tellFile() {
        guard !isFileTold else { return }
        isFileTold = true
        if !file.isEmpty { emit(.metadata(file)) }
    }

    /// Emits the metadata of the current track or route, before its first point or at its end.
    func tellLine() {
        guard !isLineTold else { return }
        isLineTold = true
        emit(isRoute ? .routeStart(line) : .trackStart(line))
    }

    /// Stores a text of the file, or of the current track or route; returns `false` if it is not a valid time.
    func setMetadata(_ name: GPXName, _ value: Span<UInt8>) -> Bool {
        switch contexts.last {
        case .metadata, .gpx:
            switch name {
            case .name: file.name = value.string
            case .desc: file.note = value.string
            default:
                guard let time = ISO8601Time.parse(value) else { return false }
                file.time = time
            }
        default:
            let path = name == .name ? \TrackMetadata.name : \TrackMetadata.note
            guard isLineTold else {
                line[keyPath: path] = value.string
                return true
            }
            addLate { $0[keyPath: path] = $0[keyPath: path] ?? value.string }
        }
        return true
    }

    /// Stores metadata that follows the points of the current track or route.
    private func addLate(_ change: (inout TrackMetadata) -> Void) {
        guard lateMetadata.count < Self.maximumLate || lateMetadata[lineCount - 1] != nil else {
            return warn("more than \(Self.maximumLate) tracks have a name after their points; this one is ignored")
        }
        change(&lateMetadata[lineCount - 1, default: TrackMetadata()])
    }

    /// Returns whether the text of an element is read here.
    func isLeaf(_ name: GPXName, _ tag: XMLTag) -> Bool {
        switch contexts.last {
        case .point: name.isLeafOfPoint
        // In GPX 1.0 they are next to the points.
        case .metadata, .gpx: name == .name || name == .desc || name == .time
        case .track, .route: name == .name || name == .desc
        default: false
        }
    }

    /// Returns whether an element that is not understood is one of GPX 1.1 at its position.
    func isOfGPX(_ name: GPXName?) -> Bool {
        guard let name else { return false }
        return switch contexts.last {
        case .point: GPXName.pointOrder.contains(name)
        case .track, .route: GPXName.trackOrder.contains(name)
        case .metadata: GPXName.metadataOrder.contains(name)
        default: false
        }
    }

    /// Stores a foreign element with its point, track or file.
    func keep(_ fragment: XMLFragment, _ place: TrackPoint.Extension.Place) {
        guard !fragment.isTooLong, extensionSize + fragment.bytes.count <= Self.maximumExtensionsSize else {
            return warn("foreign elements of more than \(Self.maximumExtensionsSize) bytes are ignored")
        }
        guard !fragment.bytes.isEmpty else { return }
        extensionSize += fragment.bytes.count
        let found = TrackPoint.Extension(xml: fragment.xml, namespaces: fragment.namespaces, place: place)
        switch contexts.last {
        case .point: draft.point.extensions.append(found)
        case .segment: segmentExtensions.append(found)
        case .track, .route:
            if isLineTold {
                addLate { $0.extensions.append(found) }
            } else {
                line.extensions.append(found)
            }
        case .metadata: file.extensions.append(found)
        default: if isFileTold { fileExtensions.append(found) } else { file.extensions.append(found) }
        }
    }
}
