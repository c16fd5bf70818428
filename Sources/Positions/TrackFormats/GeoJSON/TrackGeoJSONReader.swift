import FoundationEssentials
import LKFormats
import LKGeo

/// Reads tracks, routes and waypoints from GeoJSON (RFC 7946) of any size, element by element, in constant memory.
///
/// Lines are tracks, with times and other values from `coordTimes` and `coordinateProperties`; points are waypoints.
/// The third number of a position is the height above the ellipsoid, as in section 3.1.1. Newline-delimited features
/// and those of RFC 8142 are supported as well as collections. See `Docs/Formats/TrackGeoJSON.md`.
package final class TrackGeoJSONReader: TrackReading {
    private enum State { case between, features, ended }

    private var tokens: GeoJSONTokens
    private let name: String
    private var state = State.between
    /// Whether the warning about repaired text was given.
    private var hasRepaired = false
    private var list = WarningList()
    private var failure: TrackFormatError?
    /// An error to throw after the current feature.
    private var damage: TrackFormatError?
    private var file = TrackMetadata()
    private var isFileTold = false
    private var sawAnything = false
    /// The feature that is being returned.
    private var walk: GeoJSONWalk?
    /// Whether that feature does not state its kind.
    private var isUnmarked = false
    private var pointTrack = GeoJSONPointTrack()
    private var ready: [TrackElement] = []

    /// Reads a file in chunks.
    package init(_ chunks: FileChunks) {
        tokens = GeoJSONTokens(chunks)
        name = chunks.name
    }

    /// The first 100 warnings about skipped points and values.
    package var warnings: [TrackWarnings.Warning] { list.first }

    /// The number of points and values skipped.
    package var warningCount: Int { list.count }

    /// Whether ``next()`` returns an element, or begins to read one, without reading more input, which may block.
    package var hasBufferedElements: Bool { walk != nil || !ready.isEmpty || tokens.hasBufferedBytes }

    /// Returns the next element; `nil` at the end of the file.
    ///
    /// - Throws: ``TrackFormatError/Code/refused`` for coordinates that are not in WGS 84,
    ///   ``TrackFormatError/Code/malformed`` if the file is not JSON or not GeoJSON,
    ///   ``TrackFormatError/Code/tooLarge``, ``TrackFormatError/Code/unreadable``, and
    ///   ``TrackFormatError/Code/unwritable`` when there is no room for the temporary file that long lines need.
    package func next() throws(TrackFormatError) -> TrackElement? {
        if let failure { throw failure }
        do throws(TrackFormatError) {
            while true {
                if !ready.isEmpty { return ready.removeFirst() }
                if walk != nil {
                    if let element = try walk?.next(&list) {
                        ready = pointTrack.add(element, isUnmarked: isUnmarked)
                        continue
                    }
                    walk = nil
                }
                if let damage {
                    ready = pointTrack.finish()
                    if ready.isEmpty { throw damage }
                    continue
                }
                let isMore = try advance()
                if !hasRepaired, let line = tokens.repairedLine {
                    hasRepaired = true
                    list.add(line, Span<UInt8>.repairWarning)
                }
                if !isMore {
                    ready = pointTrack.finish()
                    if ready.isEmpty { return nil }
                }
            }
        } catch {
            failure = error
            ready = pointTrack.finish()
            if !ready.isEmpty { return ready.removeFirst() }
            throw error
        }
    }

    private func advance() throws(TrackFormatError) -> Bool {
        switch state {
        case .ended: return false
        case .between:
            switch try tokens.next() {
            case .end:
                guard sawAnything else { throw tokens.failure(.malformed, "there is no GeoJSON in it") }
                state = .ended
                tellFile()
            case .beginObject:
                sawAnything = true
                try readTop()
            default: throw tokens.failure(.malformed, "expected a GeoJSON object")
            }
        case .features:
            switch try tokens.next() {
            case .beginObject:
                var feature = GeoJSONFeature()
                feature.line = tokens.line
                do throws(TrackFormatError) { try readFeature(&feature) } catch { try keep(&feature, before: error) }
                begin(feature)
            case .endArray:
                state = .between
                try finishTop()
            case let token: try tokens.skip(token)
            }
        }
        return true
    }

    private func readFeature(_ feature: inout GeoJSONFeature) throws(TrackFormatError) {
        let outside = tokens.depth - 1
        while tokens.depth > outside {
            if case .key = try tokens.next() { try feature.readMember(tokens.text.span.string, &tokens) }
        }
    }

    /// Keeps the positions before the damage, to return them before the error.
    private func keep(_ feature: inout GeoJSONFeature, before error: TrackFormatError) throws(TrackFormatError) {
        guard feature.finishDamaged() else { throw error }
        damage = error
    }

    /// Reads the members of the top-level object up to a collection's features; any other object is a feature.
    private func readTop() throws(TrackFormatError) {
        var feature = GeoJSONFeature()
        feature.line = tokens.line
        do throws(TrackFormatError) {
            if try !readTop(&feature) { return }
        } catch { try keep(&feature, before: error) }
        begin(feature)
    }

    /// Reads the members of an object; returns `false` if it has no positions itself.
    private func readTop(_ feature: inout GeoJSONFeature) throws(TrackFormatError) -> Bool {
        var bare: GeoJSONFeature.Geometry?
        var type = ""
        while tokens.depth > 0 {
            guard case .key = try tokens.next() else { continue }
            let key = tokens.text.span.string
            switch key {
            case "features":
                let token = try tokens.next()
                guard token == .beginArray else {
                    try tokens.skip(token)
                    continue
                }
                state = .features
                return false
            case "coordinates":
                try feature.note(key, tokens)
                bare = try feature.readCoordinates(&tokens)
            case "geometries":
                let token = try tokens.next()
                if token == .beginArray { try feature.readGeometryMembers(&tokens) } else { try tokens.skip(token) }
            case "geometry", "properties": try feature.readMember(key, &tokens)
            case "crs": try GeoJSONReferenceSystem.check(&tokens)
            default:
                let token = try tokens.next()
                guard token == .string else {
                    try tokens.skip(token)
                    continue
                }
                if key == "type" {
                    try feature.note(key, tokens)
                    type = tokens.text.span.string
                    feature.unfinishedType = type
                } else {
                    setFile(key)
                }
            }
        }
        if var bare {
            bare.type = type
            feature.hasGeometry = true
            feature.geometries.append(bare.shaped)
        }
        feature.unfinished = nil
        if type == "FeatureCollection" { return false }
        guard feature.hasGeometry || type == "Feature" else {
            throw tokens.failure(.malformed, "expected a FeatureCollection, a Feature or a geometry")
        }
        return true
    }

    /// Skips the members after the features.
    private func finishTop() throws(TrackFormatError) {
        while tokens.depth > 0 {
            guard case .key = try tokens.next() else { continue }
            guard tokens.depth > 1 || tokens.text != Array("features".utf8) else {
                throw tokens.failure(.malformed, "the member \"features\" appears twice; remove one of them")
            }
            if tokens.depth == 1, tokens.text == Array("crs".utf8) {
                try GeoJSONReferenceSystem.check(&tokens)
            } else {
                try tokens.skip()
            }
        }
    }

    private func setFile(_ key: String) {
        switch key {
        case "name": file.name = tokens.text.span.string
        case "description": file.note = tokens.text.span.string
        case "time": file.time = ISO8601Time.parse(tokens.text.span)
        default: break
        }
    }

    private func tellFile() {
        guard !isFileTold else { return }
        isFileTold = true
        if !file.isEmpty { ready.append(.metadata(file)) }
    }

    private func begin(_ feature: GeoJSONFeature) {
        tellFile()
        isUnmarked = feature.kind == nil
        walk = GeoJSONWalk(feature)
    }
}
