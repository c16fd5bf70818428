import Foundation
import TestSupport
import Testing

@testable import LKMetadata

/// exiftool is the judge of what edits leave alone.
@Suite struct ExifToolEditTests {
    /// What counts from the file's start, tells of the file itself, or is what is edited.
    private static let ignored = [
        "SourceFile", "ExifTool:", "RIFF:WebP_Flags", "File:FileType", "GPSInfo:",
        "XMP-exif:GPS", "XMP-dwc:DC",
        "System:", "File:ExifByteOrder", "GPS:", "Composite:",
        "XMP-x:XMPToolkit",
        "IFD1:ThumbnailOffset", "IFD0:ThumbnailOffset", "MPImage1:MPImageLength", "MPImage1:MPImageStart",
        "MPImage2:MPImageStart", "MPImage3:MPImageStart", "IFD0:PreviewImageStart", "IFD0:GPSInfo",
    ]

    /// The notes of this camera lead to a directory behind the block, as was complained of before in other words.
    private static let acceptedOfD1X: Set<String> = ["[minor] Bad NikonScanIFD directory"]
    /// What cannot be known of a JPEG whose frame names no size.
    private static let acceptedWithoutSize: Set<String> = [
        "Missing required JPEG ExifIFD tag 0xa002 ExifImageWidth",
        "Missing required JPEG ExifIFD tag 0xa003 ExifImageHeight",
    ]

    /// The complaints that one file may get.
    private static func accepted(_ path: String) -> Set<String> {
        if path.contains("Nikon D1X") { return acceptedOfD1X }
        let hasSize = (try? MetadataReader().metadata(of: path))?.storedSize != nil
        return hasSize || !path.hasSuffix("jpg") ? [] : acceptedWithoutSize
    }

    @Test(
        "ExifTool finds the new position, and all other tags unchanged",
        .enabled(if: PhotoSamples.folder != nil, PhotoSamples.absence),
        .enabled(if: ExifTool.isThere, "the package libimage-exiftool-perl is not installed"),
        arguments: ["jpg", "png", "webp", "tif", "tiff"])
    func allOtherTagsStayAsTheyAre(kind: String) async throws {
        let after = try await compare(kind, Edits.sydney)
        // exiftool reads nothing at all of one damaged JPEG, and of one damaged TIFF no entry behind the first that leads nowhere.
        let ends = ["JPEG format error", "Error reading value for IFD0 entry 9"]
        for (path, tags) in after where !ends.contains(tags["ExifTool:Warning"] ?? "") {
            let isThere =
                Double(tags["GPS:GPSLatitude"] ?? "").map { abs($0 - 33.856812345) < 1e-8 } == true
                && Double(tags["GPS:GPSLongitude"] ?? "").map { abs($0 - 151.215312345) < 1e-8 } == true
                && tags["GPS:GPSAltitudeRef"] == "1" && tags["GPS:GPSDateStamp"] == "2023:11:14"
            #expect(isThere, "\(path)")
        }
    }

    @Test(
        "ExifTool finds no position after removal, and all other tags unchanged",
        .enabled(if: PhotoSamples.folder != nil, PhotoSamples.absence),
        .enabled(if: ExifTool.isThere, "the package libimage-exiftool-perl is not installed"),
        arguments: ["jpg", "png", "webp", "tif", "tiff"])
    func aPositionIsGoneAndAllOtherTagsStay(kind: String) async throws {
        for (path, tags) in try await compare(kind, Edits.removal) {
            let left = tags.keys.filter { $0.hasPrefix("GPS:") || $0.hasPrefix("XMP-exif:GPS") }
            #expect(left.isEmpty, "\(path): \(left)")
        }
    }

    /// Compares all tags of all samples of a kind before and after an edit; gives what they are after it, by path.
    private func compare(_ kind: String, _ edit: MetadataEdit) async throws -> [String: [String: String]] {
        let folder = TemporaryFolder()
        let (old, new) = (folder.file("old"), folder.file("new"))
        for path in [old, new] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        let writer = MetadataWriter()
        var written: [String] = []
        var refused: [String: String] = [:]
        for (index, path) in PhotoSamples.paths.enumerated()
        where Fixtures.isThorough || index % 6 == 0 || kind != "jpg" {
            guard path.lowercased().hasSuffix("." + kind), let data = FileManager.default.contents(atPath: path),
                let outcome = try? writer.outcome(of: edit, on: Array(data))
            else { continue }
            guard case .patch(let patch) = outcome else {
                if case .refused(let refusal) = outcome { refused[path] = refusal.reason }
                continue
            }
            if patch.isEmpty { continue }
            let name = "\(index)." + kind
            try data.write(to: URL(filePath: old + "/" + name))
            try Data(patch.applied(to: Array(data))).write(to: URL(filePath: new + "/" + name))
            written.append(name)
        }
        let before = try await Self.tags(of: old)
        let after = try await Self.tags(of: new)
        var result: [String: [String: String]] = [:]
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
            result[PhotoSamples.paths[Int(name.prefix { $0 != "." }) ?? 0]] = second
        }
        let (complaints, others) = (try await Self.complaints(about: old), try await Self.complaints(about: new))
        for name in written {
            let path = PhotoSamples.paths[Int(name.prefix { $0 != "." }) ?? 0]
            let added = try #require(others[name]).subtracting(try #require(complaints[name]))
            #expect(added.subtracting(Self.accepted(path)) == [], "\(path)")
        }
        print("\(kind): \(written.count) written, \(refused.count) refused")
        for (path, reason) in refused { print("refused \(path): \(reason)") }
        return result
    }

    /// What `-validate` finds wrong, by file.
    private static func complaints(about folder: String) async throws -> [String: Set<String>] {
        let output = folder + ".txt"
        let arguments = [ExifTool.path, "-validate", "-warning", "-error", "-a", "-r", "-ext", "*"]
        let program = try ChildProcess(["/bin/sh", "-c", "\"$@\" > \(output)", "sh"] + arguments + [folder])
        _ = try await program.end(seconds: 500)
        var complaints: [String: Set<String>] = [:]
        var name = ""
        for line in String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self).split(separator: "\n")
        {
            if line.hasPrefix("======== ") {
                name = URL(filePath: String(line.dropFirst(9))).lastPathComponent
                complaints[name] = []
            } else if line.hasPrefix("Warning") || line.hasPrefix("Error") {
                // Bytes that are no segment's stand behind another one when a segment is inserted.
                let complaint = String(line.drop { $0 != ":" }.dropFirst(2))
                let isSkipped = complaint.contains("Skipped unknown")
                complaints[name, default: []].insert(
                    isSkipped ? String(complaint.prefix { !$0.isNumber }) : complaint)
            }
        }
        return complaints
    }

    /// All tags, binary ones too, by file and by group and name.
    private static func tags(of folder: String) async throws -> [String: [String: String]] {
        let arguments = [ExifTool.path, "-j", "-n", "-a", "-b", "-u", "-G1", "-warning", "-all"]
        let output = folder + ".json"
        let program = try ChildProcess(
            ["/bin/sh", "-c", "\"$@\" > \(output)", "sh"] + arguments + ["-r", "-ext", "*", folder])
        _ = try await program.end(seconds: 500)
        let data = try Data(contentsOf: URL(filePath: output))
        if data.isEmpty { return [:] }
        let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
        return Dictionary(
            uniqueKeysWithValues: list.map { tags in
                let path = tags["SourceFile"] as? String ?? ""
                return (URL(filePath: path).lastPathComponent, tags.mapValues { "\($0)" })
            })
    }
}
