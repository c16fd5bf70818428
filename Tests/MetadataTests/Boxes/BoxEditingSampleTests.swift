import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite("Real images and videos in boxes that get a position, judged by ExifTool and by decoders")
struct BoxEditingSampleTests {
    static let samples = BoxSampleTests.samples.filter { !$0.lowercased().hasSuffix("cr3") }.enumerated()
        .filter { Fixtures.isThorough || $0.offset % 4 == 0 }.map(\.element)
    private let folder = TemporaryFolder()

    /// What is edited, what tells of the file itself, and what counts from the beginning of a file that became longer.
    private static let ignored = [
        "[System]", "[GPS]", "[ExifTool]", "[Composite]", "GPSCoordinates", "LocationAccuracyHorizontal",
        "LocationInformation", "ThumbnailOffset", "ExifByteOrder", " Free  ",
    ]

    private func lines(_ path: String) async throws -> [String] {
        let end = try await ChildProcess([BoxSampleTests.judge, "-a", "-G1", "-s", "-n", "-u", path]).end()
        return end.output.split(separator: "\n").map(String.init)
            .filter { line in !Self.ignored.contains { line.contains($0) } }.sorted()
    }

    private func complaints(_ path: String) async throws -> Set<String> {
        let end = try await ChildProcess([BoxSampleTests.judge, "-validate", "-warning", "-error", "-a", "-s3", path])
            .end()
        return Set(end.output.split(separator: "\n").map(String.init))
    }

    private static let videoDecoder = "/usr/bin/ffmpeg"
    private static let pictureDecoder = "/usr/bin/heif-convert"

    private static func isVideo(_ path: String) -> Bool {
        ["mp4", "mov", "m4v", "3gp"].contains((path as NSString).pathExtension.lowercased())
    }

    private static func samples(for tool: String) -> [String] {
        let isThere = FileManager.default.isExecutableFile(atPath: tool)
        return isThere ? samples.filter { isVideo($0) == (tool == videoDecoder) } : []
    }

    private static func absence(of tool: String, _ package: String) -> Comment {
        FileManager.default.isExecutableFile(atPath: tool)
            ? PhotoSamples.absence : "the package \(package) is not installed"
    }

    /// What the image or the video decodes to; `nil` where the decoder cannot.
    private func pixels(_ path: String) async throws -> Data? {
        let isVideo = Self.isVideo(path)
        let out = folder.file(isVideo ? "out.md5" : "out.png")
        try? FileManager.default.removeItem(atPath: out)
        let arguments =
            isVideo
            ? [Self.videoDecoder, "-v", "error", "-y", "-i", path, "-map", "0:v", "-map", "0:a?", "-f", "md5", out]
            : [Self.pictureDecoder, path, out]
        _ = try await ChildProcess(arguments).end()
        guard let data = FileManager.default.contents(atPath: out) else { return nil }
        // The metadata of a PNG change; its pixels do not.
        return isVideo ? data : Self.pixelChunks(data)
    }

    /// The payloads of the boxes of media data, found without the code that is tested.
    private static func mediaData(_ file: [UInt8]) -> [ArraySlice<UInt8>] {
        func number(_ range: Range<Int>) -> Int { file[range].reduce(0) { $0 << 8 | Int($1) } }
        var (found, start): ([ArraySlice<UInt8>], Int) = ([], 0)
        while start + 8 <= file.count {
            var (size, head) = (number(start..<start + 4), 8)
            if size == 1, start + 16 <= file.count { (size, head) = (number(start + 8..<start + 16), 16) }
            if size == 0 { size = file.count - start }
            guard size >= head, size <= file.count - start else { break }
            if file[start + 4..<start + 8].isText("mdat") { found.append(file[start + head..<start + size]) }
            start += size
        }
        return found
    }

    /// How many bytes two payloads have in common at their beginnings and ends.
    private static func sameBytes(_ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>) -> Int {
        func longest(_ limit: Int, _ isSame: (Int) -> Bool) -> Int {
            var (same, other) = (0, limit + 1)
            while other - same > 1 {
                let middle = (same + other) / 2
                if isSame(middle) { same = middle } else { other = middle }
            }
            return same
        }
        return old.withUnsafeBytes { old in
            new.withUnsafeBytes { new in
                let limit = min(old.count, new.count)
                func isSame(_ old: Slice<UnsafeRawBufferPointer>, _ new: Slice<UnsafeRawBufferPointer>) -> Bool {
                    UnsafeRawBufferPointer(rebasing: old).hasSameBytes(as: UnsafeRawBufferPointer(rebasing: new))
                }
                let start = longest(limit) { isSame(old.prefix($0), new.prefix($0)) }
                return start + longest(limit - start) { isSame(old.suffix($0), new.suffix($0)) }
            }
        }
    }

    @Test(
        "Images decode to the same pixels",
        .enabled(if: !samples(for: pictureDecoder).isEmpty, absence(of: pictureDecoder, "libheif-examples")),
        arguments: samples(for: pictureDecoder))
    func pixelsOfPictures(_ path: String) async throws { try await comparePixels(path) }

    @Test(
        "Videos decode to the same images and sound",
        .enabled(if: !samples(for: videoDecoder).isEmpty, absence(of: videoDecoder, "ffmpeg")),
        arguments: samples(for: videoDecoder))
    func pixelsOfVideos(_ path: String) async throws { try await comparePixels(path) }

    private func comparePixels(_ path: String) async throws {
        let old = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        // What cannot be edited or decoded at all says nothing.
        guard let edited = try? EditedFile(old, by: EditedFile.setting(EditedFile.location())),
            let before = try await pixels(path)
        else { return print("\(path) is not compared") }
        let copy = folder.file("copy." + (path as NSString).pathExtension)
        try Data(edited.bytes).write(to: URL(filePath: copy))
        #expect(!before.isEmpty)
        #expect(try await pixels(copy) == before, "\(path)")
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

    @Test(
        "Editing a sample keeps other tags and media, and removal leaves no trace of the position",
        .enabled(if: !samples.isEmpty, BoxSampleTests.absence), arguments: samples)
    func allOtherTagsAndMediaStay(_ path: String) async throws {
        let copy = folder.file("copy." + (path as NSString).pathExtension)
        let old = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        let location = EditedFile.location()
        var names = PhotoPlace()
        (names.city, names.country, names.countryCode) = ("Sydney", "Australia", "AU")
        var edits = [EditedFile.setting(location), EditedFile.setting(location)]
        edits[1].placeCreated = .set(names)
        edits[1].placeShown = .set(names)
        let (linesBefore, complaintsBefore) = (try await lines(path), try await complaints(path))
        for (index, edit) in edits.enumerated() {
            let edited: EditedFile
            do { edited = try EditedFile(old, by: edit) } catch {
                // What is refused is what the judge finds broken as well.
                #expect(path.contains("Exception"), "\(path): \(error)")
                return
            }
            try Data(edited.bytes).write(to: URL(filePath: copy))
            let isVideo = Self.isVideo(path)
            // The images of a video stay where they are; behind those of an image there may be one more `mdat`.
            let others = (index == 0 ? [] : ["[XMP-"]) + (isVideo ? [] : ["MediaData"])
            func kept(_ lines: [String]) -> [String] {
                lines.filter { line in !others.contains { line.contains($0) } }
            }
            let (before, after) = (kept(linesBefore), kept(try await lines(copy)))
            let wasThere = Set(before)
            // An image without EXIF gets what EXIF demands; a video its place for texts.
            let hadEXIF = before.contains { $0.hasPrefix("[IFD0]") }
            let added = after.filter { line in
                !wasThere.contains(line) && (hadEXIF || !["[IFD0]", "[ExifIFD]"].contains { line.hasPrefix($0) })
            }
            #expect(before.filter { !after.contains($0) } == [], "\(path)")
            #expect(added == [], "\(path)")
            #expect(try await complaints(copy).subtracting(complaintsBefore) == [], "\(path)")
            let said = try MetadataReader().metadata(of: copy)
            #expect(EditedFile.isNear(said.location, location))
            if index == 1 { #expect(said.placeCreated?.city == "Sydney" && said.placeShown?.country == "Australia") }
            let tags = try await ChildProcess(
                [BoxSampleTests.judge, "-s3", "-n", "-GPSLatitude", "-GPSLongitude", copy]).end().output
            let found = tags.split(separator: "\n").compactMap { Double($0) }
            #expect(found.count >= 2 && abs(found[0] - location.coordinate.latitude) < 1e-7, "\(tags)")
            // What is decoded is there, also where no decoder is: a video's byte for byte at its place, and of an image all but
            // its EXIF, which may stand among its media and has 64 KiB at most.
            let (media, newMedia) = (Self.mediaData(old), Self.mediaData(edited.bytes))
            #expect(!media.isEmpty && newMedia.count >= media.count, "\(path)")
            for (old, new) in zip(media, newMedia) {
                let same = Self.sameBytes(old, new)
                #expect(
                    isVideo ? same == old.count && new.count == old.count : same >= old.count - 1 << 16,
                    "\(path): \(same) of \(old.count)")
                if isVideo { #expect(new.startIndex == old.startIndex, "\(path)") }
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
