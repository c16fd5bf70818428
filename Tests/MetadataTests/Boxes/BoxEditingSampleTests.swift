import Foundation
import Geo
import TestSupport
import Testing

@testable import Metadata

@Suite("Real pictures and videos in boxes that get a position, judged by ExifTool and by decoders")
struct BoxEditingSampleTests {
    static let samples = BoxSampleTests.samples.filter { !$0.lowercased().hasSuffix("cr3") }.enumerated()
        .filter { Fixtures.isThorough || $0.offset % 4 == 0 }.map(\.element)
    private let folder = TemporaryFolder()

    /// What is edited, what tells of the file itself, and what counts from the beginning of a file that became longer.
    private static let ignored = [
        "[System]", "[GPS]", "[ExifTool]", "[Composite]", "GPSCoordinates", "LocationAccuracyHorizontal",
        "LocationInformation", "ThumbnailOffset", "ExifByteOrder", " Free  ",
    ]

    private func lines(_ path: String, ignoring others: [String] = []) async throws -> [String] {
        let end = try await ChildProcess([BoxSampleTests.judge, "-a", "-G1", "-s", "-n", "-u", path]).end()
        return end.output.split(separator: "\n").map(String.init)
            .filter { line in !(Self.ignored + others).contains { line.contains($0) } }.sorted()
    }

    private func complaints(_ path: String) async throws -> Set<String> {
        let end = try await ChildProcess([BoxSampleTests.judge, "-validate", "-warning", "-error", "-a", "-s3", path])
            .end()
        return Set(end.output.split(separator: "\n").map(String.init))
    }

    /// What the picture or the video decodes to; `nil` where there is no decoder, or it cannot.
    private func pixels(_ path: String) async throws -> Data? {
        let isVideo = ["mp4", "mov"].contains((path as NSString).pathExtension.lowercased())
        let tool = isVideo ? "/usr/bin/ffmpeg" : "/usr/bin/heif-convert"
        guard FileManager.default.isExecutableFile(atPath: tool) else { return nil }
        let out = folder.file(isVideo ? "out.md5" : "out.png")
        try? FileManager.default.removeItem(atPath: out)
        let arguments =
            isVideo ? ["-v", "error", "-y", "-i", path, "-map", "0:v", "-map", "0:a?", "-f", "md5", out] : [path, out]
        _ = try await ChildProcess([tool] + arguments).end(seconds: 120)
        guard let data = FileManager.default.contents(atPath: out) else { return nil }
        // The metadata of a PNG change; its pixels do not.
        return isVideo ? data : Self.pixelChunks(data)
    }

    private static func pixelChunks(_ png: Data) -> Data {
        let bytes = [UInt8](png)
        var (pixels, position) = ([UInt8](), 8)
        while position + 12 <= bytes.count {
            let count = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            guard position + 12 + count <= bytes.count else { break }
            if bytes[position + 4..<position + 8].isText("IDAT") { pixels += bytes[position..<position + count + 12] }
            position += 12 + count
        }
        return Data(pixels)
    }

    @Test(.enabled(if: !samples.isEmpty, BoxSampleTests.absence), arguments: samples)
    func allOtherTagsAndPixelsStay(_ path: String) async throws {
        let copy = folder.file("copy." + (path as NSString).pathExtension)
        let old = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        let location = EditedFile.location()
        var names = PhotoPlace()
        (names.city, names.country, names.countryCode) = ("Sydney", "Australia", "AU")
        var edits = [EditedFile.setting(location), EditedFile.setting(location)]
        edits[1].placeCreated = .set(names)
        edits[1].placeShown = .set(names)
        for (index, edit) in edits.enumerated() {
            let edited: EditedFile
            do { edited = try EditedFile(old, by: edit) } catch {
                // What is refused is what the judge finds broken as well.
                #expect(path.contains("Exception"), "\(path): \(error)")
                return
            }
            try Data(edited.bytes).write(to: URL(filePath: copy))
            let isVideo = path.hasSuffix("mp4") || path.hasSuffix("mov")
            // The pictures of a video stay where they are; behind those of a picture there may be one more `mdat`.
            let others = (index == 0 ? [] : ["[XMP-"]) + (isVideo ? [] : ["MediaData"])
            let (before, after) = (try await lines(path, ignoring: others), try await lines(copy, ignoring: others))
            // A picture without EXIF gets what EXIF demands; a video its place for texts.
            let hadEXIF = before.contains { $0.hasPrefix("[IFD0]") }
            let added = after.filter { line in
                !before.contains(line) && (hadEXIF || !["[IFD0]", "[ExifIFD]"].contains { line.hasPrefix($0) })
            }
            #expect(before.filter { !after.contains($0) } == [], "\(path)")
            #expect(added == [], "\(path)")
            #expect(try await complaints(copy).subtracting(try await complaints(path)) == [], "\(path)")
            let said = try MetadataReader().metadata(of: copy)
            #expect(EditedFile.isNear(said.location, location))
            if index == 1 { #expect(said.placeCreated?.city == "Sydney" && said.placeShown?.country == "Australia") }
            let tags = try await ChildProcess(
                [BoxSampleTests.judge, "-s3", "-n", "-GPSLatitude", "-GPSLongitude", copy]).end().output
            let found = tags.split(separator: "\n").compactMap { Double($0) }
            #expect(found.count >= 2 && abs(found[0] - location.coordinate.latitude) < 1e-7, "\(tags)")
            if let pixels = try await pixels(path) {
                #expect(!pixels.isEmpty)
                #expect(try await self.pixels(copy) == pixels, "\(path)")
            }
            // Taken out again, no byte tells of it.
            let bare = try EditedFile(edited.bytes, by: EditedFile.removing)
            #expect(try bare.metadata().location == nil && bare.metadata().placeCreated == nil)
            for text in ["-33.85678", "33,51.4", "Sydney"] { #expect(!bare.bytes.holds(Bytes.text(text)), "\(text)") }
            try Data(bare.bytes).write(to: URL(filePath: copy))
            let rest = try await ChildProcess(
                [BoxSampleTests.judge, "-a", "-G1", "-s", "-GPS*", "-location*", "-city", "-ee", copy]).end().output
            #expect(
                !rest.contains("GPSLatitude") && !rest.contains("Coordinates") && !rest.contains("Sydney"), "\(rest)")
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate func isText(_ text: String) -> Bool { elementsEqual(text.utf8) }
}
