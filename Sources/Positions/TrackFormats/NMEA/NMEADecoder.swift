import FoundationEssentials
import Glibc
import LKFormats
import LKGeo

/// Decodes NMEA 0183 sentences to the same position reports as gpsd 3.22.
///
/// A pure value without clocks and files: the same sentences always yield the same reports. Feed it the sentences of
/// one receiver in order.
///
/// ```swift
/// var decoder = NMEADecoder()
/// for line in recording { reports += decoder.decode(line.utf8) }
/// ```
///
/// Source: NMEA 0183 version 4.11 as described in gpsd's NMEA.adoc; resolving contradictory sentences, learning the end
/// of an epoch and interpreting damaged sentences follow gpsd 3.22. See `Docs/Formats/NMEA.md`.
package struct NMEADecoder: Sendable {
    /// Whether sentences are interpreted as they were written, or exactly as gpsd 3.22 does.
    package enum DateRule: Sendable {
        /// The date of the sentence; two-digit years 80 to 99 are 1980 to 1999.
        ///
        /// Every fix that a sentence states is reported, also where gpsd drops it: without a count of satellites, from talkers
        /// that gpsd does not know, beside the empty `GNS` of single systems, and in epochs that lack their last sentence.
        case asWritten
        /// gpsd's rules, with its losses: a date before 2017-01-01 is moved by 1024 weeks, and the location is marked
        /// `weekRollover`.
        case gpsd
    }

    /// The counts of sentences so far.
    package struct Statistics: Hashable, Sendable {
        /// All sentences passed to the decoder.
        package var sentences = 0
        /// Dropped because their checksum is wrong.
        package var wrongChecksums = 0
        /// Dropped because they are longer than 102 bytes or do not begin like a sentence.
        package var malformed = 0
        /// Ignored: other instruments, manufacturers' own sentences, too few fields.
        package var ignored = 0
    }

    /// The counts of sentences so far.
    package private(set) var statistics = Statistics()

    /// The number of sentences dropped because of an invalid latitude, longitude, time or date.
    private(set) var wrongValues = 0

    var fields = NMEAFields()
    var clock: NMEAClock
    var cycle = NMEACycle()
    var sky = NMEASky()
    var quality = NMEAQuality()
    /// The report of the current sentence; the current epoch; the last report with a time; the last report of an
    /// earlier time.
    var new = NMEAFix()
    var fix = NMEAFix()
    var last = NMEAFix()
    var old = NMEAFix()
    var lastGGATalker: UInt8 = 0
    var lastGGATime: [UInt8] = []
    /// Whether the receiver repeats itself: if the GGA time does not advance, its mode is unreliable.
    var isLatched = false
    /// The time of the last GNS that combines several systems and states a fix.
    var lastCombinedGNSTime: [UInt8] = []
    /// Whether the current epoch has been reported.
    private var isReported = true
    /// Whether the first report of the last sentence is of the epoch that it ended.
    private(set) var beganWithLateReport = false
    /// Whether fixes are reported that gpsd drops.
    var keepsEveryFix: Bool { clock.rule == .asWritten }
    /// The current epoch; `nil` before a sentence has stated a time of day.
    var epoch: Int? { cycle.hasTime && !isUntimed ? quality.epoch : nil }
    /// Whether the current epoch is a position without a time, among others that have one.
    private var isUntimed = false

    /// Creates a decoder in its initial state.
    package init(dateRule: DateRule = .asWritten) { clock = NMEAClock(rule: dateRule) }

    /// Decodes one sentence, with or without its newline.
    ///
    /// - Returns: What gpsd would report after it: often nothing, otherwise a fix, no fix, or the sky.
    package mutating func decode(_ sentence: Span<UInt8>) -> [PositionReport] {
        sentence.withUnsafeBytes { decode(bytes: $0) }
    }

    /// Returns the fix of the last epoch, if the recording ends before the sentence that completes it.
    mutating func finish() -> PositionReport? { unreportedFix() }

    /// Decodes one sentence.
    package mutating func decode(_ sentence: some Sequence<UInt8>) -> [PositionReport] {
        let fast = sentence.withContiguousStorageIfAvailable { decode(bytes: UnsafeRawBufferPointer($0)) }
        if let fast { return fast }
        return Array(sentence).withUnsafeBytes { decode(bytes: $0) }
    }

    private mutating func decode(bytes: UnsafeRawBufferPointer) -> [PositionReport] {
        statistics.sentences += 1
        beganWithLateReport = false
        var length = bytes.count
        while length > 0, bytes[length - 1] <= 0x20 { length -= 1 }
        let sentence = UnsafeRawBufferPointer(rebasing: bytes[..<length])
        // gpsd's limit is 102 bytes including the newline.
        guard length > 5, length <= 100, sentence[0] == UInt8(ascii: "$") else {
            statistics.malformed += 1
            return []
        }
        guard NMEAChecksum.isAcceptable(sentence) else {
            statistics.wrongChecksums += 1
            return []
        }
        fields.load(sentence)
        guard NMEASentence.isTag(fields[0]) else {
            statistics.malformed += 1
            return []
        }
        return isUnknownToGPSD ? processSkyOnly() : process()
    }

    /// Whether gpsd 3.22 does not know the talker, which is that of QZSS or NavIC since NMEA 4.11.
    private var isUnknownToGPSD: Bool {
        guard fields[0].starts(with: "GQ".utf8) || fields[0].starts(with: "GI".utf8) else { return false }
        guard keepsEveryFix else { return true }
        let kind = NMEASentence(tag: fields[0])
        return kind == .gsa || kind == .gsv
    }

    /// Adds the satellites of QZSS and NavIC to the view.
    ///
    /// Under gpsd's rules other sentences of these talkers are ignored.
    private mutating func processSkyOnly() -> [PositionReport] {
        switch NMEASentence(tag: fields[0]) {
        case .gsa where fields.count >= NMEASentence.gsa.minimumFields: sky.readGSA(fields)
        case .gsv where sky.readGSV(fields): return [.sky(sky.view(quality, time: fix.time?.date))]
        default: statistics.ignored += 1
        }
        return []
    }

    private mutating func process() -> [PositionReport] {
        var sentence = NMEASentence(tag: fields[0])
        if let sentence, fields.count >= sentence.minimumFields, hasWrongValue(sentence) {
            wrongValues += 1
            return []
        }
        new = NMEAFix()
        cycle.begin()
        var parts: NMEAFix.Parts = []
        if let kind = sentence, fields.count >= kind.minimumFields {
            parts = read(kind)
            if kind == .dbt { cycle.continuesEpoch() }
        } else {
            sentence = nil
            statistics.ignored += 1
        }
        // gpsd does not know u-blox's sentence, so it must not affect the cycle.
        guard sentence != .pubx else { return [] }
        if sentence != .gsv { sky.lastGSVTalker = 0 }
        if sentence != .gsa { sky.lastGSATalker = 0 }
        if parts.contains(.time) {
            new.time = clock.resolve()
            new.isTimeShifted = clock.isShifted
        }
        parts.formUnion(cycle.end(sentence))
        if cycle.sawTime { isUntimed = false }
        if keepsEveryFix, !cycle.sawTime, sentence?.timesPosition == true {
            if parts.contains(.position) { parts.formUnion(separateUntimed()) }
            if statesUntimedLoss(sentence) {
                isUntimed = true
                parts.formUnion([.clear, .report])
            }
        }
        // RMC and some others cannot report three dimensions; keep a three-dimensional mode.
        if parts.contains(.mode), fix.mode == 3, new.mode != 1, last.hasAltitude || old.hasAltitude { new.mode = 3 }
        if !cycle.isReliable, !parts.isDisjoint(with: [.position, .mode]) { parts.insert(.report) }
        // An epoch whose last sentence is missing.
        let before = parts.contains(.clear) ? unreportedFix() : nil
        merge(parts)
        let after = reports(parts)
        guard let before else { return after }
        beganWithLateReport = true
        return [before] + after
    }

    /// Separates a position without a time from the time of the epoch before, unless that has the same position.
    private mutating func separateUntimed() -> NMEAFix.Parts {
        guard fix.latitude != new.latitude || fix.longitude != new.longitude else { return isUntimed ? .report : [] }
        isUntimed = true
        new.time = nil
        return [.clear, .time, .report]
    }

    /// Returns whether a receiver states that it has neither a fix nor a time, which does not belong to the epoch
    /// before.
    private func statesUntimedLoss(_ sentence: NMEASentence?) -> Bool {
        (sentence == .gga || sentence == .rmc) && fields.isEmpty(1) && new.mode == 1
    }

    private mutating func unreportedFix() -> PositionReport? {
        guard keepsEveryFix, !isReported, let location = location() else { return nil }
        isReported = true
        return .fix(location)
    }

    private mutating func merge(_ parts: NMEAFix.Parts) {
        if parts.contains(.clear) {
            fix = NMEAFix()
            quality.epoch += 1
            isReported = false
        }
        fix.merge(new, parts)
        if let time = fix.time {
            // Times within ten milliseconds are equal.
            if let before = last.time, abs(time.since(before)) <= 0.0099 {} else { old = last }
        }
        fix.complete()
        if fix.time != nil { last = fix }
    }

    private mutating func reports(_ parts: NMEAFix.Parts) -> [PositionReport] {
        var reports: [PositionReport] = []
        if parts.contains(.report), parts.hasData {
            isReported = true
            if let location = location() {
                reports.append(.fix(location))
            } else {
                if fix.mode < 2 { quality.distrust() }
                // If nothing was said about a fix (a depth sounder, for example), do not report its absence.
                if fix.mode > 0 { reports.append(.noFix(time: fix.time?.date)) }
            }
        } else if parts.contains(.mode), fix.mode < 2 {
            quality.distrust()
        }
        if parts.contains(.sky) { reports.append(.sky(sky.view(quality, time: fix.time?.date))) }
        return reports
    }
}

extension NMEADecoder {
    /// Returns the epoch's fix as a location; `nil` without a position, or in fewer than two dimensions.
    func location() -> Location? {
        guard fix.mode >= 2, let coordinate = Coordinate(latitude: fix.latitude, longitude: fix.longitude) else {
            return nil
        }
        var location = Location(coordinate: coordinate)
        location.fix = fix.mode == 2 ? .twoDimensional : .threeDimensional
        location.correction = Location.Correction(gpsdStatus: fix.status)
        location.timestamp = fix.time?.date
        if fix.time != nil, fix.isTimeShifted { location.timestampDoubt = .weekRollover }
        location.altitude = Self.finite(fix.altitudeMSL)
        location.ellipsoidalAltitude = Self.finite(fix.altitudeHAE)
        location.speed = fix.speed >= 0 ? Self.finite(fix.speed) : nil
        location.course = Self.finite(fix.course).map(Self.normalized(degrees:))
        if fix.mode >= 3 { location.verticalSpeed = Self.finite(fix.climb) }
        let isDifferential = fix.status == 2
        location.horizontalAccuracy = quality.horizontal(isDifferential: isDifferential)
        if fix.mode >= 3 { location.verticalAccuracy = quality.vertical(isDifferential: isDifferential) }
        location.horizontalDilution = quality.currentHorizontalDilution
        location.satellites = sky.count
        return location
    }

    private static func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }

    static func normalized(degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        // A tiny negative angle plus 360 rounds to 360 itself.
        return rest < 0 ? (rest + 360 < 360 ? rest + 360 : 0) : rest + 0
    }
}

extension NMEAFix {
    /// Returns the direction of a movement in degrees clockwise from north.
    static func bearing(east: Double, north: Double) -> Double {
        NMEADecoder.normalized(degrees: atan2(east, north) * 180 / .pi)
    }
}

// Detects impossible values in sentences with a correct checksum, which a broken program wrote.
extension NMEADecoder {
    /// Returns whether a sentence has an impossible latitude, longitude, time or date.
    ///
    /// Sentences that mark themselves as not valid are not checked.
    func hasWrongValue(_ kind: NMEASentence) -> Bool {
        switch kind {
        case .gga, .gns: return isWrongTime(1) || isWrongPosition(2)
        case .rmc:
            guard fields.first(2) == UInt8(ascii: "A") || fields.first(2) == UInt8(ascii: "D") else { return false }
            return isWrongTime(1) || isWrongPosition(3) || isWrongDate(9)
        case .gll: return fields.first(6) == UInt8(ascii: "A") && (isWrongTime(5) || isWrongPosition(1))
        case .zda:
            let date = CivilDate(year: fields.int(4), month: fields.int(3), day: fields.int(2))
            return isWrongTime(1) || !fields.isEmpty(4) && Self.isWrong(date)
        case .pgrmf:
            return fields.first(10) == UInt8(ascii: "A") && (isWrongTime(4) || isWrongDate(3) || isWrongPosition(6))
        case .pashr: return fields.equals(1, "POS") && (isWrongTime(4) || isWrongPosition(5))
        case .psti:
            guard fields.equals(1, "030"), fields.first(3) == UInt8(ascii: "A") else { return false }
            return isWrongTime(2) || isWrongDate(12) || isWrongPosition(4)
        default: return false
        }
    }

    private func isWrongPosition(_ index: Int) -> Bool {
        for offset in 0..<4 where fields.isEmpty(index + offset) { return false }
        return fields.isWrongAngle(index, maximum: 90) || fields.isWrongAngle(index + 2, maximum: 180)
            || !"NS".utf8.contains(fields.capital(index + 1)) || !"EW".utf8.contains(fields.capital(index + 3))
    }

    private func isWrongTime(_ index: Int) -> Bool {
        guard let (hour, minute, second) = NMEAClock.pairs(fields[index]) else { return false }
        return hour > 23 || minute > 59 || second > 60
    }

    private func isWrongDate(_ index: Int) -> Bool {
        guard fields[index].count == 6, let (day, month, year) = NMEAClock.pairs(fields[index]) else { return false }
        return Self.isWrong(CivilDate(year: year >= 80 ? 1900 + year : 2000 + year, month: month, day: day))
    }

    /// Returns whether a date is wrong; receivers without a date write zeros.
    private static func isWrong(_ date: CivilDate) -> Bool { date.month != 0 && date.day != 0 && !date.isValid }
}
