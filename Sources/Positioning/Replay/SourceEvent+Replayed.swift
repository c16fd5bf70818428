import Geo
import TrackFormats

extension SourceEvent {
    /// What a file reports, as an event of a replay.
    init(replayed report: PositionReport) {
        switch report {
        case .fix(var location):
            location.source = .replay
            location.isSimulated = location.correction == .simulated
            self = .fix(location)
        case .noFix(let time): self = .noFix(device: nil, time: time)
        case .sky(let view): self = .sky(view)
        }
    }
}

extension PositioningError {
    /// An error of a file that is played back.
    init(_ error: TrackFormatError) {
        self.init(error.code == .unreadable ? .unreadable : .malformed, error.message, errno: error.errno)
    }
}
