import Foundation
import TestSupport
import Testing

@testable import LKMetadata

@Suite("Changes of the packets of real photos, judged by ExifTool")
struct XMPEditingJudgeTests {
    /// The properties that an edit of everything may change.
    private static let meant = [
        "XMP-exif:GPS", "XMP-photoshop:City", "XMP-photoshop:State", "XMP-photoshop:Country", "XMP-iptcCore:Location",
        "XMP-iptcCore:CountryCode", "XMP-iptcExt:LocationShown", "XMP-iptcExt:LocationCreated", "XMP-dc:Subject",
        "Composite:", "System:", "ExifTool:", "SourceFile",
    ]

    private static func others(_ tags: [String: Any]) -> [String: String] {
        // Of several of one name each has its number.
        tags.filter { tag, _ in
            let name = tag.replacing(/:Copy[0-9]+:/) { _ in ":" }
            return !meant.contains { name.hasPrefix($0) }
        }.mapValues { "\($0)" }
    }

    @Test(
        "ExifTool finds the edited properties in XMP, and all else unchanged",
        .enabled(if: PhotoSamples.folder != nil, PhotoSamples.absence),
        .enabled(if: ExifTool.isThere, "the package libimage-exiftool-perl is not installed"))
    func whatIsMeantIsThereAndAllElseIsUnchanged() async throws {
        let folder = TemporaryFolder()
        var count = 0
        for (index, sample) in try await XMPEdits.samples().enumerated() {
            let edited: [UInt8]
            do throws(EditRefusal) {
                let edit = try? XMPEdits.everything()
                guard let edit, let new = try XMPEditing.edited(sample.packet, by: edit, hasEXIF: false) else {
                    Issue.record("\(sample.name) says it already")
                    continue
                }
                edited = new
            } catch {
                // Of damaged ones what stands before the damage can be read, and nothing written.
                let content = sample.packet.withUnsafeBytes { XMPPacket.content(of: $0) }
                #expect(content?.damage != nil || content == nil, "\(sample.name): \(error.reason)")
                continue
            }
            count += 1
            try XMPEdits.expectEverything(edited)
            try folder.write("\(index)-old.xmp", Data(sample.packet))
            try folder.write("\(index)-new.xmp", Data(edited))
            if let stripped = try XMPEditing.edited(edited, by: XMPEdits.removal, hasEXIF: true) {
                try folder.write("\(index)-stripped.xmp", Data(stripped))
            }
        }
        #expect(count >= 40)
        let program = try ChildProcess([ExifTool.path, "-json", "-a", "-n", "-G1:4", "-r", folder.path])
        let output = try await program.end(seconds: 300).output
        let list = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
        let all = Dictionary(
            uniqueKeysWithValues: list.map { ((($0["SourceFile"] as? String ?? "") as NSString).lastPathComponent, $0) }
        )
        for index in 0..<list.count {
            guard let old = all["\(index)-old.xmp"] else { continue }
            let new = try #require(all["\(index)-new.xmp"])
            let stripped = try #require(all["\(index)-stripped.xmp"])
            #expect(Self.others(old) == Self.others(new))
            // Biologists have words of their own for where something was.
            let biological = Self.others(old).filter { key, _ in
                // ExifTool's names of the members of Darwin Core's `dctermsLocation` begin with DC.
                !key.hasPrefix("XMP-dwc:DC") && !["Latitude", "Longitude"].contains(where: key.hasSuffix)
            }
            #expect(biological == Self.others(stripped))
            let left = stripped.keys.filter { key in Self.meant.prefix(8).contains { key.hasPrefix($0) } }
            #expect(left.isEmpty)
            let latitude = try #require(new["XMP-exif:GPSLatitude"] as? Double)
            #expect(abs(latitude - 56.946_285_31) < 1e-8)
            #expect(new["XMP-photoshop:City"] as? String == "Rīga")
            #expect(new["XMP-iptcCore:Location"] as? String == "Māras iela <3>")
            #expect("\(new["XMP-iptcExt:LocationCreatedCity"] ?? "")" == "Rīga")
            #expect("\(new["XMP-iptcExt:LocationShownCountryName"] ?? "")".contains("Latvija"))
            #expect(new.keys.contains { $0.contains("LocationCreatedGPSLatitude") })
            #expect(new["ExifTool:Warning"] as? String == old["ExifTool:Warning"] as? String)
        }
    }
}
