import Foundation
import LKGeo
import TestSupport

@testable import LKMetadata

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

    /// A TIFF of one strip at its end, which is odd in length.
    static let tiff: [UInt8] = {
        func file(_ strip: Int) -> [UInt8] {
            TIFFFixture.bytes([
                (0x0100, .short([3])), (0x0101, .short([7])), (0x010F, .ascii("NIKON CORPORATION")),
                (0x0111, .long([strip])), (0x0117, .long([21])),
                (0x8769, .directory([(0x9003, .ascii("2008:10:22 16:28:39"))])),
                (
                    0x8825,
                    .directory([
                        (1, .ascii("N")), (2, .rational([(1, 1), (2, 1), (3, 1)])), (3, .ascii("E")),
                        (4, .rational([(4, 1), (5, 1), (6, 1)])),
                    ])
                ),
            ])
        }
        return file(file(0).count) + (0..<21).map { UInt8($0) }
    }()

    /// The file as an edit makes it, or `nil` when it is refused.
    static func apply(_ edit: MetadataEdit, to bytes: [UInt8]) throws -> [UInt8]? {
        guard case .patch(let patch) = try MetadataWriter().outcome(of: edit, on: bytes) else { return nil }
        return patch.applied(to: bytes)
    }
}
