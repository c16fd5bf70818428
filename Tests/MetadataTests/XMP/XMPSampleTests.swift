import Foundation
import LKGeo
import LKMetadata
import TestSupport
import Testing

@Suite("XMP of real photos, judged by ExifTool")
struct XMPSampleTests {
    static let absence: Comment = "the sample photos or exiftool are not at hand"
    static let folder: URL? =
        FileManager.default.fileExists(atPath: BoxSampleTests.judge) ? Fixtures.folder("photos") : nil

    @Test("Properties of sample packets agree with ExifTool", .enabled(if: folder != nil, absence))
    func propertiesAreThoseOfExifTool() async throws {
        let folder = try #require(Self.folder)
        let groups = ["exif", "photoshop", "dc", "tiff", "xmp", "iptcCore", "exifEX", "aux"]
        let program = try ChildProcess(
            [BoxSampleTests.judge, "-r", "-q", "-json", "-n", "-b", "-G1", "-xmp"] + groups.map { "-XMP-\($0):all" }
                + [folder.path])
        let output = try await program.end(seconds: 120).output
        let files = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
        var packets = 0
        for tags in files {
            guard let packet = tags["XMP:XMP"] as? String, let path = tags["SourceFile"] as? String else { continue }
            packets += 1
            let bytes =
                packet.hasPrefix("base64:") ? Data(base64Encoded: String(packet.dropFirst(7))) : Data(packet.utf8)
            let content = [UInt8](bytes ?? Data()).withUnsafeBytes { XMPPacket.content(of: $0) }
            compare(content?.properties ?? XMPProperties(), tags, (path as NSString).lastPathComponent)
        }
        #expect(packets >= 40)
    }

    private func compare(_ found: XMPProperties, _ tags: [String: Any], _ name: String) {
        func text(_ tag: String) -> String? {
            let text = tags[tag].map { "\($0)".trimmingCharacters(in: .whitespaces) }
            return text?.isEmpty == false ? text : nil
        }
        // The judge writes times as EXIF does, with whatever it finds.
        func time(_ tag: String) -> String? {
            guard let text = text(tag), text.count >= 10, text.dropFirst(8).first != " " else { return nil }
            return String(text.prefix(16)).replacingOccurrences(of: "T", with: " ")
        }
        func mine(_ time: ZonedTime?) -> String? {
            time.map {
                let date = $0.wallTime.description.prefix(10).replacingOccurrences(of: "-", with: ":")
                return $0.wallTime.isDayOnly ? date : date + " " + $0.wallTime.description.dropFirst(11).prefix(5)
            }
        }
        #expect(mine(found.dateTimeOriginal) == time("XMP-exif:DateTimeOriginal"), "\(name)")
        #expect(mine(found.dateCreated) == time("XMP-photoshop:DateCreated"), "\(name)")
        #expect(mine(found.createDate) == time("XMP-exif:DateTimeDigitized") ?? time("XMP-xmp:CreateDate"), "\(name)")
        #expect(found.camera.make == text("XMP-tiff:Make"), "\(name)")
        #expect(found.camera.model == text("XMP-tiff:Model"), "\(name)")
        #expect(found.orientation?.rawValue == tags["XMP-tiff:Orientation"] as? Int, "\(name)")
        // Without a default language the judge has a tag for each, and we take the first.
        let hasLanguages = tags.keys.contains { $0.hasPrefix("XMP-dc:Title-") }
        #expect(hasLanguages || found.title == text("XMP-dc:Title"), "\(name)")
        #expect(found.placeShown.city == text("XMP-photoshop:City"), "\(name)")
        #expect(found.placeShown.state == text("XMP-photoshop:State"), "\(name)")
        #expect(found.placeShown.country == text("XMP-photoshop:Country"), "\(name)")
        #expect(found.placeShown.sublocation == text("XMP-iptcCore:Location"), "\(name)")
        let words = (tags["XMP-dc:Subject"] as? [Any])?.map { "\($0)" } ?? text("XMP-dc:Subject").map { [$0] } ?? []
        #expect(found.keywords == words, "\(name)")
        let latitude = tags["XMP-exif:GPSLatitude"] as? Double
        let longitude = tags["XMP-exif:GPSLongitude"] as? Double
        #expect((found.location != nil) == (latitude != nil && longitude != nil), "\(name)")
        if let latitude, let longitude, let coordinate = found.location?.coordinate {
            #expect(
                abs(coordinate.latitude - latitude) < 1e-7 && abs(coordinate.longitude - longitude) < 1e-7, "\(name)")
        }
    }
}
