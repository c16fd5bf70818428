/// Adds up how far a way goes up and down, without the receiver's noise.
///
/// A rise counts from its foot to its top once it reaches the threshold, and ends when it goes down from the top by as much.
/// Unlike a reference height that follows in steps, this loses nothing of a rise that counts, and unlike smoothing it does not
/// cut off tops.
struct Climb: Hashable, Sendable {
    /// Metres up and metres down, both positive.
    struct Total: Hashable, Sendable {
        var up = 0.0
        var down = 0.0
    }

    let threshold: Double
    private var counted = Total()
    /// The height where the rise or fall under way began, and the farthest it has come.
    private var foot: Double?
    private var extreme = 0.0

    init(threshold: Double) { self.threshold = max(threshold, 0) }

    /// All that counts so far, the rise or fall under way included.
    var total: Total { adding(open, to: counted) }

    /// Takes in the next height, in metres.
    mutating func add(_ altitude: Double) {
        guard let foot else {
            self.foot = altitude
            extreme = altitude
            return
        }
        let leg = extreme - foot
        if leg.magnitude < threshold || leg == 0 {
            // Not yet a rise or fall: the foot is the farthest height in the other direction.
            follow(altitude, foot)
        } else if (altitude - extreme) * leg >= 0 {
            extreme = altitude
        } else if (altitude - extreme).magnitude >= threshold {
            counted = adding(leg, to: counted)
            self.foot = extreme
            extreme = altitude
        }
    }

    /// Heights seen before a leg is one: keeps the lowest or the highest as its foot.
    private mutating func follow(_ altitude: Double, _ foot: Double) {
        let isOtherWay = (altitude - foot) * (extreme - foot) < 0
        if isOtherWay {
            // The span from the old extreme may already be a leg.
            self.foot = extreme
            extreme = altitude
        } else if (altitude - foot).magnitude > (extreme - foot).magnitude {
            extreme = altitude
        }
    }

    /// Ends the rise or fall under way: what comes next is elsewhere.
    mutating func interrupt() {
        counted = total
        foot = nil
    }

    private var open: Double {
        guard let foot, (extreme - foot).magnitude >= threshold else { return 0 }
        return extreme - foot
    }

    private func adding(_ leg: Double, to total: Total) -> Total {
        leg > 0 ? Total(up: total.up + leg, down: total.down) : Total(up: total.up, down: total.down - leg)
    }
}
