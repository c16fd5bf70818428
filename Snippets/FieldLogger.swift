// A field logger: records where it goes until it is interrupted, and names each stop.
// Usage: FieldLogger FILE.track [RECORDING to play instead of asking gpsd]
import Foundation
import LocationKit

let arguments = CommandLine.arguments
guard arguments.count > 1 else { fatalError("usage: FieldLogger FILE.track [RECORDING]") }
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

// On Control-C or SIGTERM the recording ends at once, and everything recorded is written before the program ends.
try TaskCompletion.shared.setUp()
let saving = try TaskCompletion.shared.begin("record \(file.lastPathComponent)")
let recorder = try TrackRecorder(file, configuration: configuration)
TaskCompletion.shared.onStop { _ in try? recorder.finishAndWait() }

// Each stop gets its address; what cannot be written is said. The events end with the recording.
let geocoder = Geocoder.shared
let events = recorder.events
let stops = Task {
    for await event in events {
        switch event {
        case .departed(let visit):
            let place = try? await geocoder.reverseGeocode(visit.coordinate, languages: [.english]).first
            let minutes = visit.duration.components.seconds / 60
            print("\(visit.arrival): \(place?.addressString ?? "somewhere"), \(minutes) min")
        case .failed(let error): FileHandle.standardError.write(Data("\(error)\n".utf8))
        default: break
        }
    }
}

// A lost gpsd or receiver, and its return, on standard error.
let outages = Task {
    for try await event in manager.events.passive {
        if case .outageChanged(let state) = event { FileHandle.standardError.write(Data("\(state)\n".utf8)) }
    }
}

// Returns when the recording has been played, or at the signal.
try await recorder.record(from: manager)
try await recorder.finish()
await stops.value
outages.cancel()

let statistics = try TrackLog(file).statistics()
print("\(statistics.count) points, \(Int(statistics.distance)) m, \(Int(statistics.ascent)) m up")
saving.end()
