import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

/// Edits and packets for tests of writing.
enum XMPEdits {
    static var place: PhotoPlace {
        var place = PhotoPlace()
        place.sublocation = "Māras iela <3>"
        place.city = "Rīga"
        place.state = "Rīga & \"Vidzeme\""
        place.country = "Latvija"
        place.countryCode = "LV"
        return place
    }

    static func location(_ latitude: Double = 56.946_285_31, _ longitude: Double = -24.105_186_42) throws
        -> PhotoLocation
    {
        var location = PhotoLocation(coordinate: try #require(Coordinate(latitude: latitude, longitude: longitude)))
        location.altitude = -12.345
        location.horizontalAccuracy = 7.25
        location.timestamp = Date(timeIntervalSince1970: 1_563_956_740.5)
        return location
    }

    /// All that can be set, by which every part of the writer is reached.
    static func everything() throws -> MetadataEdit {
        var edit = MetadataEdit()
        edit.location = .set(try location())
        edit.placeShown = .set(place)
        edit.placeCreated = .set(place)
        edit.keywords = ["Rīga", "Latvija", "a & b"]
        return edit
    }

    static var removal: MetadataEdit {
        var edit = MetadataEdit()
        edit.location = .remove
        edit.placeShown = .remove
        edit.placeCreated = .remove
        return edit
    }

    static func edited(_ text: String, _ edit: MetadataEdit, hasEXIF: Bool = false) throws -> String {
        String(
            decoding: try XMPEditing.edited(Array(text.utf8), by: edit, hasEXIF: hasEXIF) ?? Array(text.utf8),
            as: UTF8.self)
    }

    static func properties(_ packet: some Sequence<UInt8>) throws -> XMPProperties {
        let content = try #require(Array(packet).withUnsafeBytes { XMPPacket.content(of: $0) })
        #expect(content.damage == nil)
        return content.properties
    }

    /// What an edit has to have left of everything.
    static func expectEverything(_ packet: some Sequence<UInt8>) throws {
        let found = try properties(packet)
        let location = try #require(found.location)
        #expect(abs(location.coordinate.latitude - 56.946_285_31) < 1e-8)
        #expect(abs(location.coordinate.longitude + 24.105_186_42) < 1e-8)
        #expect(location.altitude == -12.345 && location.horizontalAccuracy == 7.25 && !location.isVoid)
        #expect(location.timestamp == Date(timeIntervalSince1970: 1_563_956_740.5))
        #expect(found.placeShown == place && found.placeCreated == place)
        #expect(Set(["Rīga", "Latvija", "a & b"]).isSubset(of: found.keywords))
    }

    /// The packets of the samples, by the names of their files.
    static func samples() async throws -> [(name: String, packet: [UInt8])] {
        let folder = try #require(PhotoSamples.folder)
        let program = try ChildProcess([ExifTool.path, "-r", "-q", "-json", "-b", "-xmp", folder.path])
        let output = try await program.end(seconds: 120).output
        let files = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
        return files.compactMap { tags in
            guard let packet = tags["XMP"] as? String, let path = tags["SourceFile"] as? String else { return nil }
            let bytes =
                packet.hasPrefix("base64:") ? Data(base64Encoded: String(packet.dropFirst(7))) : Data(packet.utf8)
            return (path, [UInt8](bytes ?? Data()))
        }
    }
}
