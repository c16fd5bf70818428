import FoundationEssentials
import LKGeo

/// The satellites in view (`GSV`) and in use (`GSA`), combined from several sentences and satellite systems.
struct NMEASky {
    /// The talkers of the last GSA and GSV; 0 after any other sentence.
    var lastGSATalker: UInt8 = 0
    var lastGSVTalker: UInt8 = 0
    private(set) var usedCount = 0
    private var used: [Int] = []
    private var satellites: [SkyView.Satellite] = []
    private var hasSky = false
    /// gpsd's limit.
    private static let channels = 140
    /// Whether talkers other than GPS sent GSA or GSV; the GPS group is then only the first of several.
    private(set) var othersSendGSA = false
    private var othersSendGSV = false

    /// The numbers of used and visible satellites; `nil` before any were listed.
    var count: Location.SatelliteCount? {
        hasSky ? Location.SatelliteCount(used: usedCount, visible: satellites.count { $0.id > 0 }) : nil
    }

    func view(_ quality: NMEAQuality, time: Date?) -> SkyView {
        var view = SkyView(satellites: satellites.filter { $0.id > 0 })
        view.horizontalDilution = Self.dilution(quality.horizontalDilution)
        view.verticalDilution = Self.dilution(quality.verticalDilution)
        view.positionDilution = Self.dilution(quality.positionDilution)
        view.timestamp = time
        return view
    }

    private static func dilution(_ value: Double) -> Double? { value.isFinite && value > 0 ? value : nil }

    /// Adds the satellites of a GSA.
    mutating func readGSA(_ fields: NMEAFields) {
        let talker = fields[0].dropFirst().first ?? 0
        if lastGSATalker == 0 || (lastGSATalker == talker && talker != UInt8(ascii: "N")) {
            used.removeAll(keepingCapacity: true)
            usedCount = 0
        }
        lastGSATalker = talker
        if countsAsOther(fields[0], talker) { othersSendGSA = true }
        let system = Self.system(ofTalker: talker)
        for index in 3..<max(3, fields.count - 3) {
            let number = fields.int(index)
            guard number > 0, used.count < Self.channels else { continue }
            let id = NMEASatelliteNumber.extended(number, talker: fields[0], system: system)
            if id > 0 { used.append(id) }
        }
        usedCount = used.count
    }

    /// Adds the satellites of a GSV; returns `true` when the view is complete.
    mutating func readGSV(_ fields: NMEAFields) -> Bool {
        // NMEA 4.1 adds a trailing field with the signal.
        guard fields.count > 3, fields.count % 4 < 2, fields.int(2) >= 1 else {
            satellites.removeAll(keepingCapacity: true)
            return false
        }
        let talker = fields[0].dropFirst().first ?? 0
        let part = fields.int(2)
        var system = 0
        if part == 1 {
            let signal = fields.count % 4 == 1 ? fields.int(fields.count - 1) : 0
            // Second frequencies have their own groups, after that of the first.
            let isSecondSignal = [2, 3, 5, 6].contains(signal)
            if lastGSVTalker == 0 || (talker == UInt8(ascii: "P") && !isSecondSignal) {
                satellites.removeAll(keepingCapacity: true)
            }
            lastGSVTalker = talker
            system = Self.system(ofTalker: talker)
            if countsAsOther(fields[0], talker) { othersSendGSV = true }
        }
        for index in stride(from: 4, to: fields.count / 4 * 4, by: 4) {
            let number = fields.int(index)
            guard number != 0 else { continue }
            guard satellites.count < Self.channels else {
                satellites.removeAll(keepingCapacity: true)
                break
            }
            satellites.append(satellite(number, fields, index, system))
        }
        guard part >= fields.int(1) else { return false }
        // Without any signal, SiRF II lists satellites with elevations but without azimuths.
        guard satellites.contains(where: { ($0.azimuth ?? 0) != 0 }) else {
            satellites.removeAll(keepingCapacity: true)
            return false
        }
        hasSky = true
        return !(othersSendGSV && talker == UInt8(ascii: "P"))
    }

    private func satellite(_ number: Int, _ fields: NMEAFields, _ index: Int, _ system: Int) -> SkyView.Satellite {
        let id = NMEASatelliteNumber.extended(number, talker: fields[0], system: system)
        let signal = fields.int(index + 3)
        // A satellite is listed once per signal; the entry without reception is not the one in use.
        return SkyView.Satellite(
            id: id, elevation: fields.isEmpty(index + 1) ? nil : Self.elevation(fields.int(index + 1)),
            azimuth: fields.isEmpty(index + 2) ? nil : Self.azimuth(fields.int(index + 2)),
            signal: Double(max(0, signal)), isUsed: id > 0 && signal > 0 && used.contains(id))
    }

    /// Reads Ashtech's list: number, azimuth, elevation, signal, `U` when used.
    mutating func readPASHR(_ fields: NMEAFields) -> NMEAFix.Parts {
        let count = min(max(fields.int(2), 0), Self.channels)
        satellites.removeAll(keepingCapacity: true)
        for index in 0..<count where 3 + index * 5 < fields.count {
            let start = 3 + index * 5
            let signal = fields.double(start + 3)
            satellites.append(
                SkyView.Satellite(
                    id: fields.int(start), elevation: Self.elevation(fields.int(start + 2)),
                    azimuth: Self.azimuth(fields.int(start + 1)), signal: max(0, signal),
                    isUsed: fields.first(start + 4) == UInt8(ascii: "U")))
        }
        usedCount = satellites.count { $0.isUsed }
        hasSky = true
        return .sky
    }

    private static func elevation(_ value: Int) -> Double? { (0...90).contains(value) ? Double(value) : nil }
    private static func azimuth(_ value: Int) -> Double? { (0...360).contains(value) ? Double(value % 360) : nil }

    /// Returns the NMEA 4.1 system for a talker's second letter; 0 for GPS and for mixed groups.
    private static func system(ofTalker talker: UInt8) -> Int {
        switch talker {
        case UInt8(ascii: "L"): 2
        case UInt8(ascii: "A"): 3
        case UInt8(ascii: "B"), UInt8(ascii: "D"): 4
        case UInt8(ascii: "Q"), UInt8(ascii: "Z"): 5
        case UInt8(ascii: "I"): 6
        default: 0
        }
    }

    /// Returns whether groups of this talker follow those of GPS; `GQ` and `GI` do not count, since gpsd 3.22 does not
    /// know them.
    private func countsAsOther(_ tag: ArraySlice<UInt8>, _ talker: UInt8) -> Bool {
        let isOther = Self.system(ofTalker: talker) != 0 || talker == UInt8(ascii: "N")
        return isOther && !tag.starts(with: "GQ".utf8) && !tag.starts(with: "GI".utf8)
    }
}

/// Satellite numbers: newer sentences count from 1 in every system, older ones use a range for each system.
enum NMEASatelliteNumber {
    /// Returns the number in the extended scheme of NMEA 2 to 4.0, which gpsd uses.
    ///
    /// GPS 1...32, SBAS 33...64 and 120...158, GLONASS 65...96, QZSS 193...197, Galileo from 301, BeiDou from 401,
    /// NavIC from 501; 0 for any other. `talker` is the sentence's tag, `system` that of NMEA 4.1 or 0.
    static func extended(_ number: Int, talker: ArraySlice<UInt8>, system: Int) -> Int {
        guard number >= 1, number < 1000 else { return 0 }
        switch system {
        case 2: return 64 + (number < 64 ? number : number - 64)
        // Contrary to the standard, manufacturers number Galileo from 101 (Quectel) or 301 (Jackson Labs), BeiDou from
        // 201 or 401.
        case 3:
            return number < 100 || (101...199).contains(number) || (301...399).contains(number)
                ? 300 + number % 100 : 300
        case 4:
            return number < 100 || (201...299).contains(number) || (401...499).contains(number)
                ? 400 + number % 100 : 400
        case 5: return 192 + (number < 100 ? number : max(number - 192, 0))
        case 6: return 500 + number
        default: break
        }
        switch number {
        case 1...32: return number + offset(ofTalker: talker)
        case 33...96, 120...158, 173...182, 193...197, 301...356, 401...437: return number
        // SiRF's BeiDou.
        case 201...237: return number + 200
        default: return 0
        }
    }

    private static func offset(ofTalker talker: ArraySlice<UInt8>) -> Int {
        if talker.starts(with: "GA".utf8) { return 300 }
        if talker.starts(with: "GB".utf8) || talker.starts(with: "BD".utf8) || talker.starts(with: "PQ".utf8) {
            return 400
        }
        if talker.starts(with: "GI".utf8) { return 500 }
        if talker.starts(with: "GL".utf8) { return 64 }
        if talker.starts(with: "GQ".utf8) || talker.starts(with: "QZ".utf8) { return 192 }
        return 0
    }
}

// GSA and GSV: the satellites used and in view.
extension NMEADecoder {
    mutating func readGSA() -> NMEAFix.Parts {
        let talkerBefore = sky.lastGSATalker
        let talker = fields[0].dropFirst().first ?? 0
        var parts: NMEAFix.Parts = []
        if !isLatched {
            new.mode = fields.int(2)
            // Antaris chips write E for an estimate.
            if fields.first(2) != UInt8(ascii: "E") { parts = .mode }
            readDilutions()
            sky.readGSA(fields)
            parts.insert(.other)
        }
        if talker == UInt8(ascii: "P"), sky.othersSendGSA {
            return []
        } else if talkerBefore != UInt8(ascii: "N"), talker == UInt8(ascii: "N") {
            // The first of several; some receivers without a fix send only this one.
            return .mode
        }
        return parts
    }

    private mutating func readDilutions() {
        // The Navior CH-4701 lists 24 satellites, and the fields after them are not reliable.
        guard fields.count <= 19 else { return }
        let hasFix = new.mode >= 2
        if !fields.isEmpty(15) { quality.setPositionDilution(fields.double(15)) }
        if !fields.isEmpty(16) { quality.setHorizontalDilution(fields.double(16), hasFix: hasFix) }
        if !fields.isEmpty(17) { quality.setVerticalDilution(fields.double(17), hasFix: hasFix) }
    }

    mutating func readGSV() -> NMEAFix.Parts { sky.readGSV(fields) ? .sky : [] }
}
