import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

/// exiftool is the judge of what files say; where we say something else on purpose, the reason stands here.
@Suite struct ExifToolTests {
    /// Files of which we say something else, by the ends of their paths.
    private static let differences: [(file: String, fact: String, reason: String)] = [
        ("jpg/beach.jpg", "size", "the frame says 200 x 0: there is no such picture"),
        (
            "heif/IllegalArgumentException.HeifReader.processBoxes.heif", "size",
            "the boxes end before they say which item is the picture; exiftool takes the size of any item"
        ),
        ("tif/m1-42c19f8e79e582bef107f372f18a074b.tif", "date", reasonOfStop),
        ("tif/m7-42c19f8e79e582bef107f372f18a074b.tif", "date", reasonOfStop),
        ("tif/m9-42c19f8e79e582bef107f372f18a074b.tif", "date", reasonOfStop),
        (
            "tif/m1-63c8b14ea08a18c884d05a3431716047.tif", "date",
            "the time of the first page is 16:28:M4, which is none, and the second page is not the photo"
        ),
        (
            "png/c-m1-8f2b481b7fd9bd745e620b7c01a18df2.png", "date",
            "it says 06/05/08, which leaves open what is the day"
        ),
    ]

    private static let reasonOfStop =
        "a value lies outside of the file, where exiftool stops; the entries behind it are sound"

    private static let tags = [
        "FileType", "ImageWidth", "ImageHeight", "Orientation", "DateTimeOriginal", "CreateDate", "ModifyDate",
        "DateCreated", "DateTimeCreated", "OffsetTimeOriginal", "GPSDateTime", "GPSLatitude", "GPSLongitude",
        "Rotation", "CreationTime",
    ]

    /// What exiftool says of all samples, by path; asked once.
    private static let answers = Task { try await ExifTool.answers(of: try #require(PhotoSamples.folder), tags) }

    @Test(
        "Date, size, orientation and position of sample photos agree with ExifTool",
        .enabled(if: PhotoSamples.folder != nil, PhotoSamples.absence),
        .enabled(if: ExifTool.isThere, "the package libimage-exiftool-perl is not installed"))
    func dateSizeOrientationAndPositionAreThoseOfExiftool() async throws {
        let answers = try await Self.answers.value
        let reader = MetadataReader()
        var compared = (files: 0, dates: 0, sizes: 0, positions: 0)
        for path in PhotoSamples.paths where !path.hasSuffix(".xmp") {
            // Of a few damaged files exiftool says nothing either.
            guard let answer = answers[path], answer.text("FileType") != nil else { continue }
            guard let photo = try? reader.metadata(of: path) else {
                #expect(answer.number("ImageWidth") == nil, "\(path) was not read")
                continue
            }
            compared.files += 1
            let wrong = Self.facts(photo, answer).filter { fact, _, _ in
                !Self.differences.contains { path.hasSuffix($0.file) && $0.fact == fact }
            }
            for (fact, ours, theirs) in wrong {
                Issue.record("\(path): \(fact) is \(ours), and exiftool says \(theirs)")
            }
            if answer.time("DateTimeOriginal") != nil { compared.dates += 1 }
            if answer.number("ImageWidth") != nil { compared.sizes += 1 }
            if answer.number("GPSLatitude") != nil { compared.positions += 1 }
        }
        let share = Fixtures.isThorough ? 1 : 8
        #expect(compared.files > 280 / share)
        #expect(compared.dates >= 90 / share)
        #expect(compared.sizes > 260 / share)
        #expect(compared.positions > 15 / share)
    }

    /// The facts in which we differ.
    private static func facts(
        _ photo: PhotoMetadata, _ answer: ExifTool.Answer
    ) -> [(fact: String, ours: String, theirs: String)] {
        var wrong: [(String, String, String)] = []
        if let width = answer.number("ImageWidth"), let height = answer.number("ImageHeight") {
            let theirs = PixelSize(width: Int(width), height: Int(height))
            let stored = photo.storedSize
            if stored != theirs { wrong.append(("size", "\(stored as Any)", "\(theirs)")) }
            let turned = photo.orientation.swapsSides ? theirs.turned : theirs
            if stored == theirs, photo.size != turned { wrong.append(("size", "\(photo.size as Any)", "\(turned)")) }
        }
        // In HEIF only the properties of the image turn it, and exiftool gives EXIF's word.
        // Of videos it gives degrees.
        let turns: [Int: Int] = [90: 6, 180: 3, 270: 8]
        let orientation =
            photo.format.isVideo
            ? turns[Int(answer.number("Rotation") ?? 0)] ?? 1 : answer.number("Orientation").map { Int($0) } ?? 1
        if photo.format != .heic, photo.format != .avif, photo.orientation.rawValue != max(1, orientation) {
            wrong.append(("orientation", "\(photo.orientation)", "\(orientation)"))
        }
        if !photo.format.isVideo {
            let ours = photo.date.map { String($0.wallTime.description.prefix(19)) }
            let theirs = dates(answer)
            if ours != theirs.first,
                !(ours.map { theirs.contains($0) && answer.time("DateTimeOriginal") == nil } ?? false)
            {
                wrong.append(("date", "\(ours as Any)", "\(theirs)"))
            }
        }
        let position = photo.location?.coordinate
        if let latitude = answer.number("GPSLatitude"), let longitude = answer.number("GPSLongitude") {
            let isEqual = position.map { abs($0.latitude - latitude) < 1e-8 && abs($0.longitude - longitude) < 1e-8 }
            if isEqual != true { wrong.append(("position", "\(position as Any)", "\(latitude), \(longitude)")) }
        } else if let position {
            wrong.append(("position", "\(position)", "none"))
        }
        return wrong
    }

    /// The times that may be the shot's, the best first.
    private static func dates(_ answer: ExifTool.Answer) -> [String] {
        [
            "DateTimeOriginal", "DateTimeCreated", "DateCreated", "CreateDate", "ModifyDate", "GPSDateTime",
            "CreationTime",
        ].compactMap {
            answer.time($0)
        }
    }

    @Test(
        "The UTC offset of a sample photo is the one its EXIF states",
        .enabled(if: PhotoSamples.folder != nil, PhotoSamples.absence),
        .enabled(if: ExifTool.isThere, "the package libimage-exiftool-perl is not installed"))
    func offsetsAreThoseThatTheFilesState() async throws {
        let answers = try await Self.answers.value
        let reader = MetadataReader()
        var count = 0
        for (path, answer) in answers {
            guard let text = answer.text("OffsetTimeOriginal"), let photo = try? reader.metadata(of: path) else {
                continue
            }
            let offset = Array(text.utf8).withUnsafeBytes { EXIFTime.offset($0) }
            #expect(photo.date?.offset == offset, "\(path)")
            #expect(photo.date?.offsetRule == .offsetField, "\(path)")
            count += 1
        }
        #expect(count >= 2)
    }
}
