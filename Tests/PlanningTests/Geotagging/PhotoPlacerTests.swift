import Foundation
import LKGeo
import LKMetadata
import Testing

@testable import LKPlanning

@Suite struct PhotoPlacerTests {
    private func location(_ latitude: Double, accuracy: Double? = nil) throws -> PhotoLocation {
        var location = PhotoLocation(coordinate: try #require(Coordinate(latitude: latitude, longitude: 20)))
        location.horizontalAccuracy = accuracy
        return location
    }

    private func action(
        _ policy: GeotagPolicy, old: PhotoLocation?, new: PhotoLocation
    ) -> PlannedPhoto.Action {
        let stamp = PhotoStamp(device: 1, inode: 2, size: 3, modified: 4, changed: 5)
        let facts = PhotoFacts(url: URL(filePath: "/a.jpg"), date: nil, location: old, camera: nil, stamp: stamp)
        let planned = PhotoPlacer(new, policy: policy).planned(facts)
        #expect(planned.stamp == stamp && planned.match == nil && planned.moment == nil)
        return planned.action
    }

    @Test("A photo without a time and a position gets the position and nothing of the moment of another")
    func plain() throws {
        var source = try location(10, accuracy: 8)
        (source.altitude, source.altitudeReference, source.speed, source.course) = (40, .ellipsoid, 3, 90)
        (source.timestamp, source.imageDirection, source.isDerived) = (Date(timeIntervalSince1970: 1), 5, true)
        var expected = try location(10, accuracy: 8)
        (expected.altitude, expected.altitudeReference) = (40, .ellipsoid)
        var edit = MetadataEdit()
        edit.location = .set(expected)
        #expect(action(.keep, old: nil, new: source) == .write(edit))
        var void = try location(0)
        void.isVoid = true
        #expect(action(.keep, old: void, new: source) == .write(edit))
    }

    @Test("A position is kept, replaced, or replaced where it says that it is the worse one")
    func policies() throws {
        let (plain, good, bad) = (try location(1), try location(2, accuracy: 5), try location(3, accuracy: 50))
        #expect(action(.keep, old: bad, new: good) == .keep(.hasPosition))
        for (old, new, isWritten) in [(bad, good, true), (good, bad, false), (plain, good, false), (bad, plain, false)]
        {
            if case .write = action(.replace, old: old, new: new) {} else { Issue.record("replace") }
            if case .write = action(.replaceIfWorse, old: old, new: new) {
                #expect(isWritten)
            } else {
                #expect(!isWritten)
            }
        }
    }
}
