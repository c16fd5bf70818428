import Formats

// The standard sentences with a position: GGA, RMC, GLL, GNS; and VTG and ZDA.
extension NMEADecoder {
    mutating func read(_ kind: NMEASentence) -> NMEAFix.Parts {
        switch kind {
        case .gga: readGGA()
        case .rmc: readRMC()
        case .gll: readGLL()
        case .gns: readGNS()
        case .vtg: readVTG()
        case .zda: readZDA()
        case .gsa: readGSA()
        case .gsv: readGSV()
        case .gst: readGST()
        case .gbs: readGBS()
        default: readOther(kind)
        }
    }

    /// Reads latitude, its letter, longitude, its letter; `false` when one is missing.
    mutating func readPosition(at index: Int) -> Bool {
        for offset in 0..<4 where fields.isEmpty(index + offset) { return false }
        var latitude = fields.angle(index)
        if fields.capital(index + 1) == UInt8(ascii: "S") { latitude = -latitude }
        var longitude = fields.angle(index + 2)
        if fields.capital(index + 3) == UInt8(ascii: "W") { longitude = -longitude }
        guard latitude.isFinite, longitude.isFinite else { return false }
        new.latitude = latitude
        new.longitude = longitude
        return true
    }

    /// Reads a time of day that takes part in epoch detection; returns `true` when it is a complete time together with
    /// the date.
    mutating func readTime(at index: Int) -> Bool {
        guard !fields.isEmpty(index), clock.mergeTime(fields[index]) else { return false }
        cycle.register(fields.double(index))
        return clock.hasDate
    }

    /// Returns gpsd's status for the mode indicator of NMEA 2.3.
    static func status(ofMode mode: UInt8) -> Int {
        switch mode {
        case 0, UInt8(ascii: "N"): 0
        case UInt8(ascii: "D"), UInt8(ascii: "P"): 2
        case UInt8(ascii: "E"): 5
        case UInt8(ascii: "F"): 4
        case UInt8(ascii: "R"): 3
        case UInt8(ascii: "S"), UInt8(ascii: "M"): 8
        default: 1
        }
    }

    private mutating func readGGA() -> NMEAFix.Parts {
        var parts: NMEAFix.Parts = []
        let talkerBefore = lastGGATalker
        lastGGATalker = fields[0].dropFirst().first ?? 0
        let quality = fields.isEmpty(6) ? -1 : fields.int(6)
        // 0 none, 1 GPS, 2 DGPS, 3 PPS, 4 RTK fixed, 5 RTK float, 6 estimated, 7 manual, 8 simulator.
        let statuses = [0, 1, 2, 9, 3, 4, 5, 7, 8]
        if statuses.indices.contains(quality) {
            new.status = statuses[quality]
            parts = .status
        }
        if quality == 0, fields.isEmpty(1) { forgetTime() }
        // Receivers that lost their fix (Trimble Placer 450) may repeat the last GGA. With two talkers, each repeats
        // the time of the other.
        if talkerBefore != 0, talkerBefore != lastGGATalker {
            isLatched = false
        } else {
            isLatched = fields[1].prefix(16).elementsEqual(lastGGATime)
        }
        if isLatched {
            new.status = 0
            parts.insert(.status)
        } else {
            lastGGATime = Array(fields[1].prefix(16))
        }
        let used = fields.int(7)
        if readTime(at: 1) { parts.insert(.time) }
        new.mode = 1
        if readPosition(at: 2) {
            parts.insert(.position)
            new.mode = 2
            new.geoidSeparation = fields.double(11)
            // Without an altitude (SiRF up to 2.2) the fix is two-dimensional.
            if !fields.isEmpty(9) {
                new.altitudeMSL = fields.double(9)
                parts.insert(.altitude)
                if used >= 4 { new.mode = 3 }
            }
            if used < 3 { new.mode = 1 }
        }
        parts.insert(.mode)
        if !fields.isEmpty(8) {
            self.quality.setHorizontalDilution(fields.double(8), hasFix: new.mode >= 2 && quality != 0)
        }
        return parts
    }

    private mutating func readRMC() -> NMEAFix.Parts {
        let validity = fields.first(2)
        guard validity == UInt8(ascii: "A") || validity == UInt8(ascii: "D") else {
            new.mode = 1
            var parts: NMEAFix.Parts = [.mode, .status]
            if fields.isEmpty(1) || fields.isEmpty(9) {
                forgetTime()
                parts.formUnion([.report, .time])
            }
            return parts
        }
        var parts: NMEAFix.Parts = []
        // Some receivers send bogus times in invalid sentences (MTK3301, Royaltek RGM-3800); here they are reliable.
        if !fields.isEmpty(1), !fields.isEmpty(9), clock.mergeTime(fields[1]), clock.mergeDate(fields[9]) {
            parts.insert(.time)
            cycle.register(fields.double(1))
        }
        if readPosition(at: 3) {
            new.status = validity == UInt8(ascii: "D") ? 2 : 1
            parts.formUnion([.position, .mode])
            new.mode = last.mode == 3 ? 3 : 2
        } else {
            new.mode = 1
            parts.insert(.mode)
        }
        if !fields.isEmpty(7) {
            new.speed = fields.double(7) * Self.metresPerSecondPerKnot
            parts.insert(.speed)
        }
        if !fields.isEmpty(8) {
            new.course = fields.double(8)
            parts.insert(.course)
        }
        if fields.count >= 12 { new.status = Self.status(ofMode: fields.first(12)) }
        // Receivers that send only RMC (Magellan EC-10X) do not report dimensions.
        if sky.usedCount > 3 || fix.hasAltitude {
            new.mode = 3
            parts.insert(.mode)
        }
        parts.insert(.status)
        return parts
    }

    private mutating func readGLL() -> NMEAFix.Parts {
        var parts: NMEAFix.Parts = [.status, .mode]
        if readTime(at: 5) { parts.insert(.time) }
        new.mode = 1
        let isInvalid = fields.count >= 8 && fields.first(7) == UInt8(ascii: "N")
        guard fields.first(6) == UInt8(ascii: "A"), !isInvalid, readPosition(at: 1) else { return parts }
        parts.insert(.position)
        new.status = fields.count >= 8 ? Self.status(ofMode: fields.first(7)) : 1
        if fix.hasAltitude || sky.usedCount > 3 {
            new.mode = 3
        } else if fix.mode < 2 || !old.hasAltitude {
            new.mode = 2
        } else {
            new.mode = 0
        }
        return parts
    }

    private mutating func readGNS() -> NMEAFix.Parts {
        var parts: NMEAFix.Parts = readTime(at: 1) ? .time : []
        let mode = fields.first(6)
        guard mode != 0, mode != UInt8(ascii: "N") else {
            new.mode = 1
            parts.insert(.mode)
            return parts
        }
        // Navigational status of NMEA 4.1: unsafe or not valid.
        if fields.first(13) == UInt8(ascii: "U") || fields.first(13) == UInt8(ascii: "V") { return parts }
        new.mode = 1
        if readPosition(at: 2) {
            parts.insert(.position)
            new.mode = 2
            if !fields.isEmpty(9) {
                new.altitudeMSL = fields.double(9)
                if new.altitudeMSL.isFinite {
                    parts.insert(.altitude)
                    if fields.int(7) > 3 { new.mode = 3 }
                }
                new.geoidSeparation = fields.double(10)
            }
        }
        if !fields.isEmpty(8) { quality.setHorizontalDilution(fields.double(8), hasFix: new.mode >= 2) }
        new.status = Self.status(ofMode: mode)
        parts.formUnion([.mode, .status])
        return parts
    }

    private mutating func readVTG() -> NMEAFix.Parts {
        guard !fields.isEmpty(1), !fields.isEmpty(5) else { return [] }
        if fields.count > 9, [UInt8(ascii: "E"), UInt8(ascii: "N")].contains(fields.first(9)) { return [] }
        new.course = fields.double(1)
        new.speed = fields.double(5) * Self.metresPerSecondPerKnot
        return [.course, .speed]
    }

    private mutating func readZDA() -> NMEAFix.Parts {
        for index in 1...4 where fields.isEmpty(index) { return [] }
        guard clock.mergeTime(fields[1]) else { return [] }
        let date = CivilDate(year: fields.int(4), month: fields.int(3), day: fields.int(2))
        guard (1900...2200).contains(date.year), (1...12).contains(date.month), (1...31).contains(date.day) else {
            return []
        }
        clock.set(date)
        return .time
    }

    /// Handles a sentence without time: its report must not wait for the end of an epoch.
    private mutating func forgetTime() {
        clock.clear()
        cycle.distrust()
    }

    /// One international nautical mile per hour.
    static let metresPerSecondPerKnot = 1852.0 / 3600
}
