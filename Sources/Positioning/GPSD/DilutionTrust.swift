/// Whether error estimates that gpsd computes from dilutions can be believed yet.
///
/// The first fix after none comes with the dilutions of the epoch without one (99.9 as a rule). They are believed from the
/// next epoch on, which shows by its time or, of a receiver without a clock, by a new view of the sky.
struct DilutionTrust: Sendable {
    private enum State: Sendable {
        case given
        case noFix
        /// The first fix came; `time` is 0 when the receiver does not know it.
        case firstEpoch(time: Double)
    }

    private var state = State.given

    var isGiven: Bool { if case .given = state { true } else { false } }

    mutating func noteNoFix() { state = .noFix }

    mutating func noteFix(time: Double) {
        switch state {
        case .given: break
        case .noFix: state = .firstEpoch(time: time)
        case .firstEpoch(let first): if time != first { state = .given }
        }
    }

    mutating func noteSky() {
        if case .firstEpoch(time: 0) = state { state = .given }
    }
}
