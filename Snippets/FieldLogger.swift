// A field logger: records where it goes until it is interrupted, names each stop, and exports the track with the stops.
// Usage: FieldLogger FILE.track [RECORDING to play instead of asking gpsd]
import FoundationEssentials
import Glibc
import LocationKitEssentials

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
    print("usage: FieldLogger FILE.track [RECORDING]")
    exit(64)
}
let file = URL(filePath: arguments[1])

// Where fixes come from: gpsd, or a recording.
let source: any LocationSource =
    arguments.count > 2 ? ReplaySource(URL(filePath: arguments[2]), speed: 0) : GPSDSource()
let manager = LocationManager(source: source)

// What is kept: a fix every 10 m, at each turn and at least once a minute; nothing impossible.
var configuration = TrackRecorder.Configuration()
configuration.name = "Field trip"
configuration.filter = .all([
    .accuracy(50), .jump(maximumSpeed: 70),
    .heartbeat(.seconds(60), .any([.distance(10), .turn(20, minimumSpeed: 1)])),
])

@Sendable func report(_ text: String) {
    let line = Array("FieldLogger: \(text)\n".utf8)
    write(STDERR_FILENO, line, line.count)
}

func name(of stop: Visit) async throws -> String {
    try await Geocoder.shared.reverseGeocode(stop.coordinate, languages: [.english]).first?.addressString ?? "somewhere"
}

do {
    // On Control-C or SIGTERM the recording ends at once, and everything recorded is written before the program ends.
    try TaskCompletion.shared.setUp()
    let saving = try TaskCompletion.shared.begin("record \(file.lastPathComponent)")
    let recorder = try TrackRecorder(file, configuration: configuration)
    TaskCompletion.shared.onStop { _ in
        do { try recorder.finishAndWait() } catch { report("\(error)") }
    }

    // Each stop gets its address; what cannot be written is said. The events end with the recording.
    let events = recorder.events
    let stops = Task {
        for await event in events {
            switch event {
            case .departed(let stop):
                print("\(stop.arrival): \(try await name(of: stop)), \(stop.duration.components.seconds / 60) min")
            case .failed(let error): report("\(error)")
            default: break
            }
        }
    }

    // A lost gpsd or receiver, and its return, on standard error.
    let outages = Task {
        for try await event in manager.events.passive {
            if case .outageChanged(let state) = event { report("\(state)") }
        }
    }

    // Returns when the recording has been played, or at the signal.
    try await recorder.record(from: manager)
    try await recorder.finish()
    try await stops.value
    outages.cancel()

    let log = try TrackLog(file)
    let statistics = try log.statistics()
    print("\(statistics.count) points, \(Int(statistics.distance)) m, \(Int(statistics.ascent)) m up")

    // The stops of this recording and of earlier ones in the same log become waypoints.
    var track = try log.track()
    for stop in try log.visits() { track.waypoints.append(Waypoint(stop, name: try await name(of: stop))) }
    if !track.isEmpty { try track.write(to: file.deletingPathExtension().appendingPathExtension("gpx")) }
    saving.end()
} catch {
    // An error is printed as its message: what happened, to what, and what to do.
    report("\(error)")
    exit(1)
}
