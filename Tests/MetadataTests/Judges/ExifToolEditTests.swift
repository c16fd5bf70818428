import Foundation
import TestSupport
import Testing

@testable import Metadata

/// exiftool is the judge of what edits leave alone.
@Suite struct ExifToolEditTests {
    /// What counts from the file's start, tells of the file itself, or is what is edited.
    private static let ignored = [
        "SourceFile", "ExifTool:", "System:", "File:ExifByteOrder", "GPS:", "Composite:", "XMP-x:XMPToolkit",
        "IFD1:ThumbnailOffset", "IFD0:ThumbnailOffset", "MPImage1:MPImageLength", "MPImage1:MPImageStart",
        "MPImage2:MPImageStart", "MPImage3:MPImageStart", "IFD0:PreviewImageStart", "IFD0:GPSInfo",
    ]

    @Test(
        .enabled(if: PhotoSamples.folder != nil, PhotoSamples.absence),
        .enabled(if: ExifTool.isThere, "the package libimage-exiftool-perl is not installed"),
        arguments: ["jpg"])
    func allOtherTagsStayAsTheyAre(kind: String) async throws {
        let folder = TemporaryFolder()
        let (old, new) = (folder.file("old"), folder.file("new"))
        for path in [old, new] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        let writer = MetadataWriter()
        var written: [String] = []
        var refused: [String: String] = [:]
        for (index, path) in PhotoSamples.paths.enumerated() {
            guard path.lowercased().hasSuffix("." + kind), let data = FileManager.default.contents(atPath: path),
                let outcome = try? writer.outcome(of: Edits.sydney, on: Array(data))
            else { continue }
            guard case .patch(let patch) = outcome else {
                if case .refused(let refusal) = outcome { refused[path] = refusal.reason }
                continue
            }
            let name = "\(index)." + kind
            try data.write(to: URL(filePath: old + "/" + name))
            try Data(patch.applied(to: Array(data))).write(to: URL(filePath: new + "/" + name))
            written.append(name)
        }
        let before = try await Self.tags(of: old)
        let after = try await Self.tags(of: new)
        for name in written {
            let (first, second) = (try #require(before[name]), try #require(after[name]))
            for tag in Set(first.keys).union(second.keys).sorted() where first[tag] != second[tag] {
                if Self.ignored.contains(where: { tag.hasPrefix($0) }) { continue }
                // What EXIF demands stands in it where there was none.
                if first[tag] == nil, !first.keys.contains(where: { $0.hasPrefix("IFD0:") }) { continue }
                let path = PhotoSamples.paths[Int(name.prefix { $0 != "." }) ?? 0]
                let (was, isNow) = (first[tag] ?? "none", second[tag] ?? "none")
                Issue.record("\(path): \(tag) was \(was.prefix(80)), is \(isNow.prefix(80))")
            }
            #expect(Double(second["GPS:GPSLatitude"] ?? "").map { abs($0 - 33.856812345) < 1e-8 } == true)
            #expect(Double(second["GPS:GPSLongitude"] ?? "").map { abs($0 - 151.215312345) < 1e-8 } == true)
            #expect(second["GPS:GPSAltitudeRef"] == "1" && second["GPS:GPSDateStamp"] == "2023:11:14")
        }
        print("\(kind): \(written.count) written, \(refused.count) refused")
        for (path, reason) in refused { print("refused \(path): \(reason)") }
    }

    /// All tags, binary ones too, by file and by group and name; and what `-validate` complains of.
    private static func tags(of folder: String) async throws -> [String: [String: String]] {
        let arguments = [ExifTool.path, "-j", "-n", "-a", "-b", "-u", "-G1", "-validate", "-warning", "-error", "-all"]
        let output = folder + ".json"
        let program = try ChildProcess(
            ["/bin/sh", "-c", "\"$@\" > \(output)", "sh"] + arguments + ["-r", "-ext", "*", folder])
        _ = try await program.end(seconds: 500)
        let data = try Data(contentsOf: URL(filePath: output))
        let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
        return Dictionary(
            uniqueKeysWithValues: list.map { tags in
                let path = tags["SourceFile"] as? String ?? ""
                return (URL(filePath: path).lastPathComponent, tags.mapValues { "\($0)" })
            })
    }
}
