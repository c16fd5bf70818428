import LKFormats

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
        if talkerBefore != 0 && talkerBefore != lastGGATalker || keepsEveryFix && fields.isEmpty(1) {
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
            new.geoidSeparation = height(at: 11)
            // Some receivers do not count satellites, and dead reckoning needs none.
            let isUncounted = keepsEveryFix && quality > 0 && used == 0
            // Without an altitude (SiRF up to 2.2) the fix is two-dimensional.
            if !fields.isEmpty(9) {
                new.altitudeMSL = height(at: 9)
                parts.insert(.altitude)
                if used >= 4 || isUncounted { new.mode = 3 }
            }
            if used < 3, !(keepsEveryFix && quality > 0) { new.mode = 1 }
        }
        parts.insert(.mode)
        if !fields.isEmpty(8) {
            self.quality.setHorizontalDilution(fields.double(8), hasFix: new.mode >= 2 && quality != 0)
        }
        return parts
    }

    /// Reads a height and, in the next field, its unit: metres unless it is `F` for feet.
    private func height(at index: Int) -> Double {
        fields.capital(index + 1) == UInt8(ascii: "F") ? fields.double(index) * 0.3048 : fields.double(index)
    }

    /// Returns whether a sentence is marked as not valid only because its position is estimated: it neither confirms
    /// nor denies the fix that GGA states as dead reckoning (u-blox beyond the limits of its accuracy).
    private func isEstimate(mode index: Int) -> Bool {
        keepsEveryFix && fields.count > index && fields.first(index) == UInt8(ascii: "E")
    }

    private mutating func readRMC() -> NMEAFix.Parts {
        let validity = fields.first(2)
        if isEstimate(mode: 12), validity != UInt8(ascii: "A"), !fields.isEmpty(1), !fields.isEmpty(9) {
            guard clock.mergeTime(fields[1]), clock.mergeDate(fields[9]) else { return [] }
            cycle.register(fields.double(1))
            return .time
        }
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
        } else if keepsEveryFix, readTime(at: 1) {
            parts.insert(.time)
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
        if isEstimate(mode: 7), fields.first(6) != UInt8(ascii: "A") { return parts.intersection(.time) }
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
        let mode = gnsMode()
        let isCombined = fields[0].starts(with: "GN".utf8)
        if keepsEveryFix, !isCombined, mode == 0 || mode == UInt8(ascii: "N") {
            // NMEA 4 prescribes one for each system, with its satellites only, after that of the combined fix.
            if mode == 0 || fields[1].elementsEqual(lastCombinedGNSTime) { return parts }
        }
        guard mode != 0, mode != UInt8(ascii: "N") else {
            new.mode = 1
            parts.insert(.mode)
            return parts
        }
        // Navigational status of NMEA 4.1: unsafe or not valid. All receivers that do not determine it, such as u-blox's, write V.
        if fields.first(13) == UInt8(ascii: "U") { return parts }
        if fields.first(13) == UInt8(ascii: "V"), !keepsEveryFix { return parts }
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
        if isCombined, new.mode >= 2 { lastCombinedGNSTime = Array(fields[1].prefix(16)) }
        new.status = Self.status(ofMode: mode)
        parts.formUnion([.mode, .status])
        return parts
    }

    /// Returns the mode of the first system with a fix, 0 when no mode is stated.
    ///
    /// The field has a letter for each system, of which gpsd reads only the first.
    private func gnsMode() -> UInt8 {
        guard keepsEveryFix else { return fields.first(6) }
        return fields[6].first { $0 != UInt8(ascii: "N") } ?? fields.first(6)
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
