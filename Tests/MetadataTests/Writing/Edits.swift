import Foundation
import Geo

@testable import Metadata

/// Edits that tests make, and what becomes of files.
enum Edits {
    /// A photo near Sydney, with all that is known of a position.
    static let sydney: MetadataEdit = {
        var location = PhotoLocation(coordinate: Coordinate(latitude: -33.856812345, longitude: 151.215312345)!)
        location.altitude = -12.345
        location.horizontalAccuracy = 7.25
        location.timestamp = Date(timeIntervalSince1970: 1_700_000_000.25)
        return edit(location)
    }()

    static func edit(_ location: PhotoLocation) -> MetadataEdit {
        var edit = MetadataEdit()
        edit.location = .set(location)
        return edit
    }

    static func edit(_ latitude: Double, _ longitude: Double) -> MetadataEdit {
        edit(PhotoLocation(coordinate: Coordinate(latitude: latitude, longitude: longitude)!))
    }

    static let removal: MetadataEdit = {
        var edit = MetadataEdit()
        edit.location = .remove
        return edit
    }()

    /// The file as an edit makes it, or `nil` when it is refused.
    static func apply(_ edit: MetadataEdit, to bytes: [UInt8]) throws -> [UInt8]? {
        guard case .patch(let patch) = try MetadataWriter().outcome(of: edit, on: bytes) else { return nil }
        return patch.applied(to: bytes)
    }
}
