import Foundation
import TestSupport
import Testing

@testable import LKMetadata

@Suite("Changes of the IPTC of real photos, judged by ExifTool")
struct IPTCEditingJudgeTests {
    private static let meant = [
        "IPTC:City", "IPTC:Sub-location", "IPTC:Province-State", "IPTC:Country", "IPTC:Keywords",
        "IPTC:CodedCharacterSet",
        "Photoshop:IPTCDigest", "File:CurrentIPTCDigest", "System:", "ExifTool:", "SourceFile", "IPTC:ContentLocation",
    ]

    private static func others(_ tags: [String: Any]) -> [String: String] {
        tags.filter { tag, _ in !meant.contains { tag.replacing(/:Copy[0-9]+:/, with: ":").hasPrefix($0) } }
            .mapValues { mended("\($0)") }
    }

    /// UTF-8 without a mark the judge takes for Windows' western set, until it gets one; its bytes are the same before and after.
    private static func mended(_ text: String) -> String {
        text.data(using: .windowsCP1252).flatMap { String(data: $0, encoding: .utf8) } ?? text
    }

    /// The resources of a JPEG, all segments together.
    private static func resources(_ path: String) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path), data.starts(with: [0xFF, 0xD8]) else { return [] }
        let bytes = [UInt8](data)
        var (position, found) = (2, [UInt8]())
        while position + 4 <= bytes.count, bytes[position] == 0xFF, bytes[position + 1] != 0xDA {
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            let end = min(bytes.count, position + 2 + max(2, length))
            let content = bytes[position + 4..<max(position + 4, end)]
            if bytes[position + 1] == 0xED, content.starts(with: "Photoshop 3.0\0".utf8) {
                found += content.dropFirst(14)
            }
            position = end
        }
        return found
    }

    /// The least that is a JPEG around resources.
    private static func jpeg(_ resources: [UInt8]) -> Data {
        let segment = Array("Photoshop 3.0\0".utf8) + resources
        return Data([0xFF, 0xD8, 0xFF, 0xED] + Bytes.u16(segment.count + 2) + segment + [0xFF, 0xD9])
    }

    @Test(
        "ExifTool reads the new place names from IPTC, finds all else unchanged, and none after removal",
        .enabled(if: PhotoSamples.folder != nil, PhotoSamples.absence),
        .enabled(if: ExifTool.isThere, "the package libimage-exiftool-perl is not installed"))
    func whatIsMeantIsThereAndAllElseIsUnchanged() async throws {
        let folder = TemporaryFolder()
        var count = 0
        for path in PhotoSamples.paths where !path.hasSuffix(".xmp") {
            let resources = Self.resources(path)
            let everything = try XMPEdits.everything()
            guard resources.count < 60_000, let new = try? IPTCEditing.edited(resources, by: everything) else {
                continue
            }
            try folder.write("\(count)-old.jpg", Self.jpeg(resources))
            try folder.write("\(count)-new.jpg", Self.jpeg(new))
            if let stripped = try IPTCEditing.edited(new, by: XMPEdits.removal) {
                try folder.write("\(count)-stripped.jpg", Self.jpeg(stripped))
            }
            count += 1
        }
        #expect(count >= (Fixtures.isThorough ? 10 : 2))
        let program = try ChildProcess([ExifTool.path, "-json", "-a", "-n", "-G1:4", "-r", folder.path])
        let output = try await program.end(seconds: 300).output
        let list = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
        let all = Dictionary(
            uniqueKeysWithValues: list.map { ((($0["SourceFile"] as? String ?? "") as NSString).lastPathComponent, $0) }
        )
        for index in 0..<count {
            let old = try #require(all["\(index)-old.jpg"])
            let new = try #require(all["\(index)-new.jpg"])
            let stripped = try #require(all["\(index)-stripped.jpg"])
            #expect(Self.others(old) == Self.others(new))
            #expect(Self.others(old) == Self.others(stripped))
            #expect(new["IPTC:City"] as? String == "Rīga")
            #expect(new["IPTC:Country-PrimaryLocationCode"] as? String == "LVA")
            #expect(new["IPTC:Country-PrimaryLocationName"] as? String == "Latvija")
            #expect(!stripped.keys.contains { $0.hasPrefix("IPTC:Country") || $0.hasPrefix("IPTC:City") })
            #expect(new["ExifTool:Warning"] as? String == old["ExifTool:Warning"] as? String)
            if let digest = old["Photoshop:IPTCDigest"] as? String, digest != old["File:CurrentIPTCDigest"] as? String {
                #expect(new["Photoshop:IPTCDigest"] as? String == digest)
            } else {
                #expect(new["Photoshop:IPTCDigest"] as? String == new["File:CurrentIPTCDigest"] as? String)
            }
        }
    }
}
