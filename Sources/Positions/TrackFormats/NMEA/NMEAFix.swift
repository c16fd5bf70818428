/// A fix that is built sentence by sentence; NaN means unknown.
///
/// Corresponds to gpsd's `struct gps_fix_t`, as far as NMEA has its values.
struct NMEAFix {
    /// The parts of a fix in a sentence.
    struct Parts: OptionSet {
        let rawValue: UInt16
        static let time = Parts(rawValue: 1)
        static let position = Parts(rawValue: 2)
        static let mode = Parts(rawValue: 4)
        static let status = Parts(rawValue: 8)
        static let altitude = Parts(rawValue: 16)
        static let speed = Parts(rawValue: 32)
        static let course = Parts(rawValue: 64)
        static let climb = Parts(rawValue: 128)
        static let velocity = Parts(rawValue: 256)
        static let sky = Parts(rawValue: 512)
        /// Data that does not change the fix: dilutions, heading, wind, error statistics.
        static let other = Parts(rawValue: 1024)
        /// This sentence begins a new epoch.
        static let clear = Parts(rawValue: 2048)
        /// This sentence completes the epoch.
        static let report = Parts(rawValue: 4096)

        /// Whether there is any data besides the cycle flags.
        var hasData: Bool { !subtracting([.clear, .report]).isEmpty }
    }

    var time: NMEAClock.Instant?
    var isTimeShifted = false
    var latitude = Double.nan
    var longitude = Double.nan
    /// 0 not seen, 1 no fix, 2 two-dimensional, 3 three-dimensional.
    var mode = 0
    /// gpsd's status: 0 unknown, 1 plain, 2 differential, 3 RTK fixed, 4 RTK float, 5 dead reckoning, 6 combined,
    /// 7 surveyed, 8 simulated, 9 P(Y).
    var status = 0
    var altitudeMSL = Double.nan
    var altitudeHAE = Double.nan
    var geoidSeparation = Double.nan
    var speed = Double.nan
    var course = Double.nan
    var climb = Double.nan
    var velocityNorth = Double.nan
    var velocityEast = Double.nan

    var hasAltitude: Bool { altitudeMSL.isFinite || altitudeHAE.isFinite }

    /// Merges the parts in a sentence (gpsd's `gps_merge_fix`).
    mutating func merge(_ new: NMEAFix, _ parts: Parts) {
        if parts.contains(.time) {
            time = new.time
            isTimeShifted = new.isTimeShifted
        }
        if parts.contains(.position) {
            latitude = new.latitude
            longitude = new.longitude
        }
        if parts.contains(.mode) { mode = new.mode }
        // If sentences of one epoch disagree, the best value is used.
        if parts.contains(.status) { status = max(status, new.status) }
        if parts.contains(.altitude) {
            if new.altitudeMSL.isFinite { altitudeMSL = new.altitudeMSL }
            if new.altitudeHAE.isFinite { altitudeHAE = new.altitudeHAE }
        }
        if new.geoidSeparation.isFinite { geoidSeparation = new.geoidSeparation }
        if parts.contains(.speed) { speed = new.speed }
        if parts.contains(.course) { course = new.course }
        if parts.contains(.climb) { climb = new.climb }
        if parts.contains(.velocity) {
            velocityNorth = new.velocityNorth
            velocityEast = new.velocityEast
        }
    }

    /// Drops impossible values and derives missing ones (gpsd's `gpsd_error_model`, without its error model).
    mutating func complete() {
        if !(abs(latitude) <= 90 && abs(longitude) <= 180) {
            latitude = .nan
            longitude = .nan
        }
        if abs(speed) > 9999.9 { speed = .nan }
        if abs(climb) > 9999.9 { climb = .nan }
        if velocityNorth.isFinite, velocityEast.isFinite {
            if !speed.isFinite { speed = (velocityNorth * velocityNorth + velocityEast * velocityEast).squareRoot() }
            if !course.isFinite { course = Self.bearing(east: velocityEast, north: velocityNorth) }
        }
        guard geoidSeparation.isFinite else { return }
        if altitudeHAE.isFinite, !altitudeMSL.isFinite {
            altitudeMSL = altitudeHAE - geoidSeparation
        } else if altitudeMSL.isFinite, !altitudeHAE.isFinite {
            altitudeHAE = altitudeMSL + geoidSeparation
        }
    }
}

/// Learns which sentence ends an epoch, so that each epoch is reported once and completely.
///
/// The rule of gpsd 3.22: when the time of day changes, the previous sentence with a time was the last of its epoch.
/// Until one is known, every sentence that changes position or mode is reported.
struct NMEACycle {
    private var enders = [Bool](repeating: false, count: NMEASentence.allCases.count + 1)
    private var lastTag = 0
    private var thisTime = 0.0
    private var lastTime = 0.0
    /// Whether the current sentence has a time of day.
    private(set) var sawTime = false
    /// Set permanently by a sentence without a time that belongs to the epoch (`DBT` of a depth sounder).
    private var continues = false
    private(set) var isReliable = false
    /// Whether any sentence had a time of day.
    private(set) var hasTime = false

    mutating func begin() { sawTime = false }

    /// Records the time of day of a sentence, `hhmmss.sss` read as a number.
    mutating func register(_ time: Double) {
        guard time.isFinite else { return }
        lastTime = thisTime
        thisTime = time
        sawTime = true
        hasTime = true
    }

    mutating func continuesEpoch() { continues = true }

    /// Requires confirmation again: a sentence without a time must not delay its report.
    mutating func distrust() { isReliable = false }

    /// Returns whether the sentence begins and whether it ends an epoch.
    mutating func end(_ sentence: NMEASentence?) -> NMEAFix.Parts {
        let tag = sentence?.rawValue ?? 0
        var parts: NMEAFix.Parts = []
        if sawTime {
            if abs(thisTime - lastTime) > 0.01 {
                parts.insert(.clear)
                if lastTag > 0, !enders[lastTag], !continues {
                    enders[lastTag] = true
                    isReliable = true
                }
            }
        } else if continues {
            enders[lastTag] = false
            enders[tag] = true
            isReliable = true
        }
        if sawTime || continues, enders[tag] { parts.insert(.report) }
        if sawTime { lastTag = tag }
        return parts
    }
}
