import FoundationEssentials
import LKFormats
import LKGeo

/// Writes points of GPX.
struct GPXPointWriter {
    var namespaces: [String: String] = [:]
    var trackPointPrefix = "gpxtpx"
    var ownPrefix = "locationkit"

    func write(_ point: TrackPoint, _ name: StaticString, to bytes: inout [UInt8]) {
        let location = point.location
        bytes += "<" as StaticString
        bytes += name
        bytes += " lat=\"" as StaticString
        DecimalText.append(location.coordinate.latitude, decimals: 9, to: &bytes)
        bytes += "\" lon=\"" as StaticString
        // GPX requires -180 for values that round to 180.
        let longitude = location.coordinate.longitude
        DecimalText.append(longitude >= 179.9999999995 ? -180 : longitude, decimals: 9, to: &bytes)
        bytes += "\">" as StaticString
        let start = bytes.count
        var elements = GPXElements(point.extensions, order: GPXName.pointOrder, declared: namespaces)
        if let altitude = location.altitude {
            elements.element(.ele, to: &bytes) { DecimalText.append(altitude, decimals: 4, to: &$0) }
        }
        if let time = location.timestamp { elements.element(.time, to: &bytes) { ISO8601Time.append(time, to: &$0) } }
        if let altitude = location.altitude, let height = location.ellipsoidalAltitude {
            elements.element(.geoidheight, to: &bytes) { DecimalText.append(height - altitude, decimals: 4, to: &$0) }
        }
        elements.text(.name, point.name, to: &bytes)
        elements.text(.desc, point.note, to: &bytes)
        elements.text(.sym, point.symbol, to: &bytes)
        if let fix = Self.fix(location) {
            elements.element(.fix, to: &bytes) {
                $0 += fix
                return true
            }
        }
        if location.satellites != nil {
            elements.element(.sat, to: &bytes) { TrackField.satellitesUsed.append(point, to: &$0) }
        }
        if location.horizontalDilution != nil {
            elements.element(.hdop, to: &bytes) { TrackField.hdop.append(point, to: &$0) }
        }
        elements.finish(to: &bytes) { appendExtensions(point, $1, to: &$0) }
        if bytes.count == start {
            // An element without children: `<wpt .../>`.
            bytes.removeLast()
            bytes += "/>\n" as StaticString
        } else {
            bytes += "</" as StaticString
            bytes += name
            bytes += ">\n" as StaticString
        }
    }

    /// Returns GPX's single word for dimensions and corrections.
    private static func fix(_ location: Location) -> StaticString? {
        switch location.correction {
        case .dgps: return "dgps"
        case .precise: return "pps"
        default: return location.fix.map { $0 == .twoDimensional ? "2d" : "3d" }
        }
    }

    private func appendExtensions(_ point: TrackPoint, _ kept: [TrackPoint.Extension], to bytes: inout [UInt8]) {
        var hasMovement = TrackField.speed.isKnown(in: point) || TrackField.course.isKnown(in: point)
        for found in kept {
            // Programs read only one such element, so speed and course are inserted into the existing one.
            if hasMovement, let end = movementEnd(found) {
                let start = bytes.count
                GPXExtensions.append(found, declared: namespaces, to: &bytes)
                let tail = Array(bytes[(bytes.count - end)...])
                bytes.removeLast(end)
                let prefix = found.xml.dropFirst().prefix { $0 != ":" && $0 != ">" && $0 != " " }
                appendMovement(point, String(prefix), to: &bytes)
                bytes += tail
                hasMovement = start == bytes.count
            } else {
                GPXExtensions.append(found, declared: namespaces, to: &bytes)
            }
        }
        if hasMovement {
            let tag = "\(trackPointPrefix):TrackPointExtension>"
            bytes += "<\(tag)".utf8
            appendMovement(point, trackPointPrefix, to: &bytes)
            bytes += "</\(tag)".utf8
        }
        appendOwn(point, to: &bytes)
    }

    /// Returns the number of bytes after the insertion point for speed and course in Garmin's element, version 2,
    /// counted from its end.
    private func movementEnd(_ found: TrackPoint.Extension) -> Int? {
        guard found.localName == "TrackPointExtension", found.namespaces.values.contains(GPXNamespace.trackPoint),
            !found.xml.hasSuffix("/>"), !found.xml.contains(":Extensions"),
            let tag = found.xml.utf8.lastIndex(of: UInt8(ascii: "<")),
            found.xml.dropFirst().prefix(while: { $0 != ">" }).contains(":")
        else { return nil }
        return found.xml.utf8.distance(from: tag, to: found.xml.utf8.endIndex)
    }

    private func appendMovement(_ point: TrackPoint, _ prefix: String, to bytes: inout [UInt8]) {
        for field in [TrackField.speed, .course] where field.isKnown(in: point) {
            bytes += "<\(prefix):\(field.key)>".utf8
            _ = field.append(point, to: &bytes)
            bytes += "</\(prefix):\(field.key)>".utf8
        }
    }

    private func appendOwn(_ point: TrackPoint, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes += "<\(ownPrefix):location".utf8
        let empty = bytes.count
        for field in TrackField.ofOwnElement where isOwn(field, point) {
            let start = bytes.count
            bytes += " \(field.key)=\"".utf8
            var value: [UInt8] = []
            if field.append(point, to: &value) {
                XMLText.append(utf8: value, isAttribute: true, to: &bytes)
                bytes += "\"" as StaticString
            } else {
                bytes.removeLast(bytes.count - start)
            }
        }
        if bytes.count == empty {
            bytes.removeLast(bytes.count - start)
        } else {
            bytes += "/>" as StaticString
        }
    }

    /// Returns whether a value has no element in GPX itself.
    private func isOwn(_ field: TrackField, _ point: TrackPoint) -> Bool {
        let location = point.location
        switch field {
        case .ellipsoidalAltitude: return location.altitude == nil && location.ellipsoidalAltitude != nil
        case .correction:
            return location.correction != nil && location.correction != .dgps && location.correction != .precise
        case .fix:
            // Readers infer the dimensions of a corrected fix from the height.
            guard location.correction == .dgps || location.correction == .precise else { return false }
            return location.fix != (location.altitude == nil ? .twoDimensional : .threeDimensional)
        case .satellitesUsed: return false
        case .satellitesVisible: return location.satellites.map { $0.used != $0.visible } ?? false
        default: return field.isKnown(in: point)
        }
    }
}
