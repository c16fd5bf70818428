// A field logger: records where it goes until it is interrupted, and names each stop.
// Usage: FieldLogger FILE.track [RECORDING to play instead of asking gpsd]
import Foundation
import LocationKit

let arguments = CommandLine.arguments
guard arguments.count > 1 else { fatalError("usage: FieldLogger FILE.track [RECORDING]") }

// Where fixes come from: gpsd, or a recording.
let source: any LocationSource = arguments.count > 2 ? ReplaySource(path: arguments[2], speed: 0) : GPSDSource()
let manager = LocationManager(source: source)

// What is kept: a fix every 10 m, at each turn and at least once a minute; nothing impossible.
var configuration = TrackRecorder.Configuration()
configuration.name = "Field trip"
configuration.filter = .all([
    .accuracy(50), .jump(maximumSpeed: 70),
    .heartbeat(60, .any([.distance(10), .turn(20, minimumSpeed: 1)])),
])

// On Control-C or SIGTERM the recording ends at once, and everything recorded is written before the program ends.
try TaskCompletion.shared.setUp()
let saving = try TaskCompletion.shared.begin("record \(arguments[1])")
let recorder = try TrackRecorder(path: arguments[1], configuration: configuration)
TaskCompletion.shared.onStop { _ in try? recorder.finishAndWait() }

// Each stop gets its address.
let geocoder = Geocoder.shared
let observer = NotificationCenter.default.addObserver(forName: TrackRecorder.didVisit, object: recorder, queue: nil) {
    guard let visit = $0.trackVisit else { return }
    geocoder.reverseGeocode(visit.coordinate, languages: [.english]) { _, address, _, _ in
        print("\(visit.arrival): \(address ?? "somewhere"), \(Int(visit.duration / 60)) min")
    }
}

// Returns when the recording has been played, or at the signal.
try await recorder.record(from: manager)
try await recorder.finish()

let track = try TrackLog(path: arguments[1]).statistics()
print("\(track.count) points, \(Int(track.distance)) m, \(Int(track.ascent)) m up")
saving.end()
