/// Learns which sentence ends an epoch, so that one report with everything follows each epoch.
///
/// The rule of gpsd 3.22: when the time of day moves on, the last sentence that carried a time before was an end. Until the
/// first end is known every sentence that changes position or mode is reported.
struct NMEACycle {
    private var enders = [Bool](repeating: false, count: NMEASentence.allCases.count + 1)
    private var lastTag = 0
    private var thisTime = 0.0
    private var lastTime = 0.0
    private var sawTime = false
    /// Set for good by a sentence that has no time but belongs to the epoch (`DBT` of a depth sounder).
    private var continues = false
    private(set) var isReliable = false

    mutating func begin() { sawTime = false }

    /// Notes the time of day of a sentence, `hhmmss.sss` read as a number.
    mutating func register(_ time: Double) {
        guard time.isFinite else { return }
        lastTime = thisTime
        thisTime = time
        sawTime = true
    }

    mutating func continuesEpoch() { continues = true }

    /// Waits for proof again: a sentence without a time must not hold back its report.
    mutating func distrust() { isReliable = false }

    /// Whether the sentence begins an epoch and whether it ends one.
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
