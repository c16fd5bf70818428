import Foundation
import LKGeo
import LocationKit
import LocationKitPhotos
import Synchronization
import TestSupport
import Testing

@testable import LKPhotos
@testable import LKPositioning
@testable import LKTracks

/// Objects find the module that posts for them, and their notifications have what is documented.
@Suite("Notifications") struct NotificationsTests {
    /// The name of each notification of an object, and what `describe` finds in it.
    private func log(
        of object: AnyObject, _ describe: @escaping @Sendable (Notification) -> String
    ) -> (log: EventLog<String>, token: any NSObjectProtocol) {
        let log = EventLog<String>()
        let token = NotificationCenter.default.addObserver(forName: nil, object: object, queue: nil) { notification in
            log.append("\(notification.name.rawValue) \(describe(notification))")
        }
        return (log, token)
    }

    /// A source whose events the test sends.
    private final class ManualSource: LocationSource {
        private let handler = Mutex<(@Sendable (SourceEvent) -> Void)?>(nil)

        func start(_ handler: @escaping @Sendable (SourceEvent) -> Void) { self.handler.withLock { $0 = handler } }
        func stop() {}
        func send(_ event: SourceEvent) { handler.withLock { $0 }?(event) }
    }

    @Test("A manager posts outages, fixes and the end") func locations() throws {
        let source = ManualSource()
        let manager = LocationManager(source: source)
        manager.desiredAccuracy = 20
        let (log, token) = log(of: manager) { notification in
            guard let snapshot = notification.locationSnapshot else { return "nothing" }
            let radius = snapshot.location?.horizontalAccuracy.map { "\(Int($0.radius)) m" } ?? "no radius"
            return "\(snapshot.outage?.name ?? "connected"), \(snapshot.status.rawValue), \(radius)"
        }
        defer { NotificationCenter.default.removeObserver(token) }
        manager.startUpdating()
        source.send(.link(.disconnected(endpoint: "localhost:2947", detail: "gpsd closed the connection")))
        source.send(.link(.connected(endpoint: "localhost:2947")))
        source.send(.link(.greeted(release: "3.22")))
        source.send(.link(.deviceAlive("/dev/ttyACM0")))
        var location = Location(coordinate: try #require(Coordinate(latitude: 35.68, longitude: 139.77)), source: .gpsd)
        location.fix = .threeDimensional
        for radius in [50.0, 10] {
            location.horizontalAccuracy = Accuracy(radius: radius, estimator: .eph)
            source.send(.fix(location))
            if let heading = LocationManager.Heading(degrees: radius) { source.send(.heading(heading)) }
        }
        #expect(
            log.events == [
                "LocationManagerDidChangeStatus connected, updating, no radius",
                "LocationManagerDidChangeOutage daemon-unreachable, updating, no radius",
                "LocationManagerDidChangeOutage connected, updating, no radius",
                "LocationManagerDidUpdateLocation connected, updating, 50 m",
                "LocationManagerDidUpdateHeading connected, updating, 50 m",
                "LocationManagerDidUpdateLocation connected, updating, 10 m",
                "LocationManagerDidChangeStatus connected, updated, 10 m",
                "LocationManagerDidFinish connected, updated, 10 m",
            ])
        #expect(LocationManager.didChangeOutage.rawValue == "LocationManagerDidChangeOutage")
        #expect(LocationManager.didChangeLapse.rawValue == "LocationManagerDidChangeLapse")
        #expect(LocationManager.didUpdateLocation.rawValue == "LocationManagerDidUpdateLocation")
        #expect(LocationManager.didChangeStatus.rawValue == "LocationManagerDidChangeStatus")
        #expect(LocationManager.didFinish.rawValue == "LocationManagerDidFinish")
    }

    @Test("A recorder posts its events with its state, and visits with the visit") func tracks() throws {
        let folder = TemporaryFolder()
        let recorder = try TrackRecorder(path: folder.file("walk.track"))
        let (log, token) = log(of: recorder) { notification in
            let visit = notification.trackVisit.map { " \($0.count) fixes" } ?? ""
            return "\(notification.trackSnapshot?.status.rawValue ?? "nothing")\(visit)"
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let now = Date()
        let visit = Visit(
            arrival: now, departure: now, coordinate: try #require(Coordinate(latitude: 1, longitude: 2)), spread: 3,
            count: 4)
        let events: [TrackRecorder.Event] = [
            .recorded(pointCount: 1), .failed(TrackError(.system, "the disk is full")), .recovered, .thinned(5),
            .arrived(visit), .departed(visit),
        ]
        for event in events { recorder.announce(event) }
        try recorder.finishAndWait()
        #expect(
            log.events == [
                "\(TrackRecorder.didRecord.rawValue) recording", "\(TrackRecorder.didFail.rawValue) recording",
                "\(TrackRecorder.didRecover.rawValue) recording",
                "\(TrackRecorder.didVisit.rawValue) recording 4 fixes",
                "\(TrackRecorder.didVisit.rawValue) recording 4 fixes",
                "\(TrackRecorder.didChangeStatus.rawValue) finished", "\(TrackRecorder.didFinish.rawValue) finished",
            ])
        let names: Set = [
            TrackRecorder.didRecord, TrackRecorder.didFail, TrackRecorder.didRecover, TrackRecorder.didVisit,
            TrackRecorder.didChangeStatus, TrackRecorder.didFinish,
        ]
        #expect(names.count == 6)
    }

    @Test("A library posts its groups, their differences and failures") func photos() async throws {
        let folder = TemporaryFolder()
        var configuration = PhotoLibrary.Configuration()
        configuration.catalog = .none
        let library = PhotoLibrary(folders: [URL(filePath: folder.path)], configuration: configuration)
        let (log, token) = log(of: library) { notification in
            let groups = notification.photoGroups.map(\.name).joined(separator: ", ")
            let difference = notification.photoDifference.map { " +\($0.inserted.count)" } ?? ""
            return "\(groups)\(difference)\(notification.photosError.map { $0.code.rawValue } ?? "")"
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try await library.reload()
        let group = library.allPhotos
        for event in [.inserted([group]), .updated([group, group]), .deleted([group])] as [PhotoLibrary.Event] {
            library.announce(event)
        }
        library.announce(.reloaded(group, PhotoChanges.Difference()))
        library.announce(.failed(PhotosError(.missing, "the folder is gone", path: folder.path)))
        #expect(
            log.events == [
                "\(PhotoLibrary.didSetup.rawValue) ", "\(PhotoLibrary.didInsertGroups.rawValue) All photos",
                "\(PhotoLibrary.didUpdateGroups.rawValue) All photos, All photos",
                "\(PhotoLibrary.didDeleteGroups.rawValue) All photos",
                "\(PhotoLibrary.didReloadGroup.rawValue) All photos +0", "\(PhotoLibrary.didFail.rawValue) missing",
            ])
        let names: Set = [
            PhotoLibrary.didSetup, PhotoLibrary.didInsertGroups, PhotoLibrary.didUpdateGroups,
            PhotoLibrary.didDeleteGroups, PhotoLibrary.didReloadGroup, PhotoLibrary.didFail,
        ]
        #expect(names.count == 6)
    }
}
