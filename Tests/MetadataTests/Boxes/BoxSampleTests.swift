import Foundation
import LKGeo
import LKMetadata
import TestSupport
import Testing

@Suite("Real images and videos in boxes, judged by ExifTool")
struct BoxSampleTests {
    static let judge = "/usr/bin/exiftool"
    static let absence: Comment = "the sample photos or exiftool are not at hand"

    static let samples: [String] = {
        guard let folder = Fixtures.folder("photos"), FileManager.default.fileExists(atPath: judge) else { return [] }
        let kinds: Set = ["heic", "heif", "avif", "mp4", "mov", "cr3", "m4v", "3gp"]
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.filter { kinds.contains(($0 as NSString).pathExtension.lowercased()) }.sorted()
            .map { folder.appending(path: $0).path }
    }()

    @Test(
        "Metadata of sample HEIFs and videos agree with ExifTool", .enabled(if: !samples.isEmpty, absence),
        arguments: samples)
    func factsAreThoseOfExifTool(_ path: String) async throws {
        let said = try await Judgement(of: path)
        let found: PhotoMetadata
        do throws(MetadataError) { found = try MetadataReader().metadata(of: path) } catch {
            // What we do not read the judge finds broken as well.
            #expect(said.isDamaged, "\(error)")
            return
        }
        if let size = said.size, !said.isDamaged { #expect(found.storedSize == size) }
        if let rotation = said.rotation { #expect(found.orientation == rotation) }
        #expect(found.date?.wallTime.description.prefix(19) == said.time.map { $0.prefix(19) })
        if let offset = said.offset { #expect(found.date?.offset == offset) }
        #expect(found.camera?.make == said.make)
        #expect(found.camera?.model == said.model)
        if let duration = said.duration { #expect(abs((found.seconds ?? 0) - duration) < 0.011) }
        #expect((found.location == nil) == (said.latitude == nil))
        if let latitude = said.latitude, let longitude = said.longitude, let location = found.location {
            #expect(abs(location.coordinate.latitude - latitude) < 1e-6)
            #expect(abs(location.coordinate.longitude - longitude) < 1e-6)
        }
    }
}

/// What ExifTool says of a file.
private struct Judgement {
    var isDamaged = false
    var size: PixelSize?
    var rotation: PhotoMetadata.Orientation?
    /// With the dashes and the `T` of ISO 8601.
    var time: String?
    var offset: Int?
    var make: String?
    var model: String?
    var duration: Double?
    var latitude: Double?
    var longitude: Double?

    init(of path: String) async throws {
        let program = try ChildProcess([BoxSampleTests.judge, "-json", "-n", "-G1", path])
        let end = try await program.end()
        let list = try JSONSerialization.jsonObject(with: Data(end.output.utf8)) as? [[String: Any]]
        let tags = try #require(list?.first)
        isDamaged =
            tags["ExifTool:Error"] != nil || (tags["ExifTool:Warning"] as? String)?.hasPrefix("[minor]") == false
        if let words = (tags["Composite:ImageSize"] as? String)?.split(separator: " "), words.count == 2 {
            size = Int(words[0]).flatMap { width in Int(words[1]).map { PixelSize(width: width, height: $0) } }
        }
        // An image's is counterclockwise as in its box, a video's clockwise.
        switch (tags["Composite:Rotation"] as? Int, tags["QuickTime:Rotation"] as? Int) {
        case (0?, _), (nil, 0?): rotation = .up
        case (90?, _), (nil, 270?): rotation = .right
        case (180?, _), (nil, 180?): rotation = .down
        case (270?, _), (nil, 90?): rotation = .left
        default: break
        }
        let dates = [
            "Keys:CreationDate", "UserData:DateTimeOriginal", "ExifIFD:DateTimeOriginal", "XMP-exif:DateTimeOriginal",
            "QuickTime:CreateDate",
        ]
        if let text = dates.lazy.compactMap({ tags[$0] as? String }).first(where: { !$0.hasPrefix("0000") }) {
            let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
            time =
                parts[0].replacingOccurrences(of: ":", with: "-") + "T"
                + (parts.count > 1 ? String(parts[1].prefix(8)) : "")
            let zone = (tags["ExifIFD:OffsetTimeOriginal"] as? String) ?? String(text.suffix(6))
            if zone.hasPrefix("+") || zone.hasPrefix("-"), let hours = Int(zone.prefix(3)),
                let minutes = Int(zone.suffix(2))
            {
                offset = hours * 3600 + (hours < 0 ? -minutes : minutes) * 60
            }
        }
        let strings = { (names: [String]) in names.lazy.compactMap { tags[$0] as? String }.first }
        make = strings(["IFD0:Make", "Keys:Make", "UserData:Make", "XMP-tiff:Make"])
        model = strings(["IFD0:Model", "Keys:Model", "UserData:Model", "XMP-tiff:Model"])
        duration = tags["QuickTime:Duration"] as? Double
        latitude = tags["Composite:GPSLatitude"] as? Double
        longitude = tags["Composite:GPSLongitude"] as? Double
    }
}
