import Foundation
import LKGeo
import Testing

@testable import LKMetadata

/// A file in memory, what an edit makes of it, and what the reader says of that.
struct EditedFile {
    let patch: FilePatch
    let bytes: [UInt8]

    /// Edits a file; the patch must be undone by its inverse.
    init(_ old: [UInt8], by edit: MetadataEdit) throws {
        let file = FileBytes()
        file.open(bytes: old)
        switch try MetadataWriter().outcome(of: edit, on: old) {
        case .refused(let refusal): throw refusal
        case .patch(let found): patch = found
        }
        bytes = patch.applied(to: old)
        #expect(bytes.count == patch.newCount)
        let inverse = try patch.inverse(reading: file)
        #expect(inverse.applied(to: bytes) == old)
        let new = FileBytes()
        new.open(bytes: bytes)
        let difference = try BoxCheck().difference(between: file, and: new)
        #expect(difference == nil, "\(difference ?? "") of \(old.count) bytes")
    }

    func metadata() throws -> PhotoMetadata { try MetadataReader().metadata(of: bytes) }

    /// Some position, with seven decimals and more.
    static func location(_ latitude: Double = -33.856_784_2, _ longitude: Double = 151.215_296_7) -> PhotoLocation {
        var location = PhotoLocation(coordinate: Coordinate(latitude: latitude, longitude: longitude)!)
        location.altitude = 12.5
        location.horizontalAccuracy = 8
        location.timestamp = Date(timeIntervalSince1970: 1_600_000_000)
        return location
    }

    static func setting(_ location: PhotoLocation = location()) -> MetadataEdit {
        var edit = MetadataEdit()
        edit.location = .set(location)
        return edit
    }

    static let removing: MetadataEdit = {
        var edit = MetadataEdit()
        edit.location = .remove
        edit.placeShown = .remove
        edit.placeCreated = .remove
        return edit
    }()

    /// Whether a position was read back within a centimetre.
    static func isNear(_ found: PhotoLocation?, _ wanted: PhotoLocation) -> Bool {
        guard let found else { return false }
        let metres = 111_195.0
        let north = abs(found.coordinate.latitude - wanted.coordinate.latitude) * metres
        let cosine = cos(wanted.coordinate.latitude * .pi / 180)
        let east = abs(found.coordinate.longitude - wanted.coordinate.longitude) * metres * cosine
        return (north * north + east * east).squareRoot() < 0.01
            && abs((found.altitude ?? 0) - (wanted.altitude ?? 0)) < 0.01
    }
}
