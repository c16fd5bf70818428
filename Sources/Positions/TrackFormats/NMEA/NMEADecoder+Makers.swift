import LKGeo

// Manufacturers' sentences, and those of other instruments if they affect the reporting cycle.
extension NMEADecoder {
    mutating func readOther(_ kind: NMEASentence) -> NMEAFix.Parts {
        switch kind {
        case .pgrme: return readPGRME()
        case .pgrmf: return readPGRMF()
        case .pgrmz: return readPGRMZ()
        case .pashr: return readPASHR()
        case .pmgnst: return readPMGNST()
        case .psrfepe: return readPSRFEPE()
        case .psti: return readPSTI()
        case .pubx:
            readPUBX()
            return []
        case .dbt: return fields.isEmpty(1) && fields.isEmpty(3) && fields.isEmpty(5) ? [] : .other
        case .hdt, .hdg:
            guard !fields.isEmpty(1) else { return [] }
            return (0...360).contains(fields.double(1)) ? .other : []
        case .mwv:
            let isValid = fields.first(2) == UInt8(ascii: "R") && fields.first(4) == UInt8(ascii: "N")
            return isValid && fields.first(5) == UInt8(ascii: "A") ? .other : []
        case .mwd, .ptnthtm: return .other
        case .ptnta: return fields.equals(3, "T4") ? .other : []
        default: return []
        }
    }

    /// Reads Garmin's position sentence.
    ///
    /// Its leap seconds determine whether dates before 2017 are doubted.
    private mutating func readPGRMF() -> NMEAFix.Parts {
        var parts: NMEAFix.Parts = []
        if (0x30...0x39).contains(fields.first(5)) { clock.leapSeconds = fields.int(5) }
        let hasWeek = (0x30...0x39).contains(fields.first(1)) && (0x30...0x39).contains(fields.first(2))
        if hasWeek, clock.leapSeconds > 0, clock.hasDate || clock.rule == .gpsd {
            // gpsd computes the time from week and second, then overwrites it with the clock of the other sentences.
            parts.insert(.time)
        } else if clock.mergeTime(fields[4]), clock.mergeDate(fields[3]) {
            parts.insert(.time)
        }
        guard fields.first(10) == UInt8(ascii: "A") else { return parts }
        if readPosition(at: 6) { parts.insert(.position) }
        if let mode = [UInt8(ascii: "0"): 1, UInt8(ascii: "1"): 2, UInt8(ascii: "2"): 3][fields.first(11)] {
            new.mode = mode
            parts.insert(.mode)
        }
        new.speed = fields.double(12) / 3.6
        new.course = fields.double(13)
        quality.setPositionDilution(fields.double(14))
        return parts.union([.speed, .course, .other])
    }

    /// Reads Garmin's altitude, in feet.
    private mutating func readPGRMZ() -> NMEAFix.Parts {
        var parts: NMEAFix.Parts = []
        if fields.first(2) == UInt8(ascii: "f"), !fields.isEmpty(1) {
            new.altitudeMSL = Double(fields.int(1)) * 0.3048
            parts.insert(.altitude)
        }
        if (UInt8(ascii: "1")...UInt8(ascii: "3")).contains(fields.first(3)) {
            new.mode = Int(fields.first(3) - UInt8(ascii: "0"))
            parts.insert(.mode)
        }
        return parts
    }

    /// Reads Ashtech's position and satellites; OxTS inertial units use the same sentence name for their attitude.
    private mutating func readPASHR() -> NMEAFix.Parts {
        if fields.equals(1, "POS") { return readPASHRPosition() }
        if fields.equals(1, "SAT") { return sky.readPASHR(fields) }
        if fields.equals(3, "T"), clock.mergeTime(fields[1]) { cycle.register(fields.double(1)) }
        return []
    }

    private mutating func readPASHRPosition() -> NMEAFix.Parts {
        var parts: NMEAFix.Parts = [.mode, .status, .clear]
        guard !fields.isEmpty(2) else {
            new.mode = 1
            return parts
        }
        new.mode = 3
        new.status = fields.int(2) >= 1 ? 2 : 1
        if clock.mergeTime(fields[4]) {
            cycle.register(fields.double(4))
            parts.insert(.time)
        }
        if readPosition(at: 5) {
            parts.insert(.position)
            if !fields.isEmpty(9) {
                new.altitudeHAE = fields.double(9)
                parts.insert(.altitude)
            }
        }
        new.course = fields.double(11)
        new.speed = fields.double(12) / 3.6
        new.climb = fields.double(13)
        quality.setPositionDilution(fields.double(14))
        quality.setHorizontalDilution(fields.double(15), hasFix: true)
        quality.setVerticalDilution(fields.double(16), hasFix: true)
        return parts.union([.speed, .course, .climb, .other])
    }

    /// Reads Magellan's status.
    private mutating func readPMGNST() -> NMEAFix.Parts {
        let mode = fields.int(3)
        new.mode = fields.first(4) == UInt8(ascii: "T") && (mode == 2 || mode == 3) ? mode : 1
        return .mode
    }

    /// Reads SkyTraq's sentences: 030 is a position with velocities, 032 a baseline whose time is part of the cycle.
    private mutating func readPSTI() -> NMEAFix.Parts {
        if fields.equals(1, "032"), fields.count == 16, fields.equals(4, "A") {
            return readPSTITime(date: 3) ? .time : []
        }
        guard fields.equals(1, "030"), fields.count == 16 else { return [] }
        if fields.first(3) == UInt8(ascii: "V") || fields.first(13) == UInt8(ascii: "N") {
            new.mode = 1
            return [.mode, .status]
        }
        guard fields.first(3) == UInt8(ascii: "A") else { return [] }
        var parts: NMEAFix.Parts = readPSTITime(date: 12) ? .time : []
        if readPosition(at: 4) {
            parts.formUnion([.position, .mode])
            new.mode = 2
            if !fields.isEmpty(8) {
                new.altitudeMSL = fields.double(8)
                parts.insert(.altitude)
                new.mode = 3
            }
        }
        new.velocityEast = fields.double(9)
        new.velocityNorth = fields.double(10)
        new.climb = fields.double(11)
        new.status = Self.status(ofMode: fields.first(13))
        return parts.union([.velocity, .climb, .status])
    }

    private mutating func readPSTITime(date: Int) -> Bool {
        guard !fields.isEmpty(2), !fields.isEmpty(date), clock.mergeTime(fields[2]), clock.mergeDate(fields[date])
        else { return false }
        cycle.register(fields.double(2))
        return true
    }
}
