import Foundation
import Glibc
import LKGeo
import TestSupport

@testable import LKTracks

/// A recorder with a clock that stands, in a folder of its own.
struct Recording {
    let folder = TemporaryFolder()
    let clock = ManualTimekeeper()
    var configuration = TrackRecorder.Configuration()

    var path: String { folder.file("walk.track") }

    func open() throws -> TrackRecorder { try TrackRecorder(path: path, configuration: configuration, clock: clock) }

    /// Opens the log once the thread of the recorder before has let it go.
    func openWhenFree() throws -> TrackRecorder {
        let end = ContinuousClock.now + .seconds(20)
        while true {
            do { return try open() } catch TrackError.Code.inUse where ContinuousClock.now < end { sched_yield() }
        }
    }

    var log: TrackLog { get throws { try TrackLog(path: path) } }

    /// The reasons of the segments, and the seconds after the start of their points.
    func segments() throws -> [String] {
        var texts: [String] = []
        try log.forEach { element in
            switch element {
            case .segment(let segment): texts.append(segment.reason.rawValue)
            case .point(let location):
                texts[texts.count - 1] += " \(Int(location.timestamp!.timeIntervalSince(Samples.start)))"
            case .waypoint(let waypoint): texts[texts.count - 1] += " [\(waypoint.name ?? "")]"
            case .note(let note): texts[texts.count - 1] += " (\(note.text))"
            }
        }
        return texts
    }
}

extension Location {
    func from(_ device: String?) -> Location {
        var copy = self
        copy.device = device
        return copy
    }
}
