import Foundation
import LocationKit
import TestSupport
import Testing

@testable import LKPositioning

@Suite("The shared location manager") struct SharedManagerTests {
    @Test("It is one object that asks gpsd on this machine, idle until it is started, and posts as other managers do")
    func shared() async throws {
        let manager = LocationManager.shared
        #expect(manager === LocationManager.shared)
        let source = try #require(manager.source as? GPSDSource)
        #expect((source.endpoint.host, source.endpoint.port) == ("localhost", 2947))
        #expect(manager.status == .idle && manager.location == nil && manager.isEnabled)
        // Disabled, it needs no receiver: the session fails at once and says so.
        manager.isEnabled = false
        defer { manager.isEnabled = true }
        let log = EventLog<String>()
        let token = NotificationCenter.default.addObserver(
            forName: LocationManager.didFinish, object: manager, queue: nil
        ) { notification in
            log.append(notification.locationSnapshot?.status.rawValue ?? "none")
        }
        defer { NotificationCenter.default.removeObserver(token) }
        manager.startUpdating()
        #expect(log.events == ["failed"] && LocationManager.shared.status == .failed)
        await #expect(throws: PositioningError.self) {
            _ = try await LocationManager.shared.currentLocation(accuracy: 10, maximumAge: .zero, timeout: .seconds(1))
        }
    }
}
