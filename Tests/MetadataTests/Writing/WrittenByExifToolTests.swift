import Foundation
import LKGeo
import LKMetadata
import TestSupport
import Testing

@Suite("What ExifTool writes into images and videos in boxes")
struct WrittenByExifToolTests {
    static let absence: Comment = "the sample photos or exiftool are not at hand"
    private let folder = TemporaryFolder()

    /// A copy of the first sample of a kind, into which tags are written.
    private func read(_ kind: String, _ tags: [String]) async throws -> PhotoMetadata {
        let sample = try #require(BoxSampleTests.samples.first { $0.hasSuffix(kind) })
        let copy = folder.file("copy." + (sample as NSString).pathExtension)
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: sample, toPath: copy)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy)
        let end = try await ChildProcess([BoxSampleTests.judge, "-q", "-overwrite_original"] + tags + [copy]).end()
        #expect(end.status == 0, "\(end.errors)")
        return try MetadataReader().metadata(of: copy)
    }

    @Test(
        "Video metadata that ExifTool writes are read from keys, user data, item list and XMP",
        .enabled(if: !BoxSampleTests.samples.isEmpty, absence))
    func metadataOfVideosAreReadInEachOfTheirPlaces() async throws {
        let keys = try await read(
            "sample_mpeg4.mp4",
            [
                "-Keys:GPSCoordinates=-33.8568, 151.2153, 12.5", "-Keys:CreationDate=2020:01:02 03:04:05+02:00",
                "-Keys:Make=Maker", "-Keys:Title=Ein Tag",
            ])
        #expect(keys.date?.wallTime.description == "2020-01-02T03:04:05" && keys.date?.offset == 7200)
        #expect(keys.location?.coordinate.description == "-33.8568,151.2153")
        #expect(keys.location?.altitude == 12.5)
        #expect(keys.camera?.make == "Maker" && keys.title == "Ein Tag")
        let user = try await read(
            "sample_mpeg4.mp4",
            ["-UserData:GPSCoordinates=52.3693, -6.6761", "-UserData:DateTimeOriginal=2020:01:02 03:04:05-05:30"])
        #expect(user.date?.rule == .quickTimeDay && user.date?.offset == -19_800)
        #expect(user.location?.coordinate.description == "52.3693,-6.6761")
        let items = try await read(
            "sample_mpeg4.mp4", ["-ItemList:Title=Ünter", "-ItemList:ContentCreateDate=2020:01:02 03:04:05Z"])
        #expect(items.title == "Ünter" && items.date?.offset == 0 && items.date?.rule == .quickTimeDay)
        let packet = try await read(
            "sample_mpeg4.mp4", ["-XMP-photoshop:City=Riga", "-XMP-dc:Subject=a", "-XMP-dc:Subject=b"])
        #expect(packet.placeShown?.city == "Riga" && packet.keywords == ["a", "b"])
    }

    @Test(
        "A rotation that ExifTool writes to a video is read",
        .enabled(if: !BoxSampleTests.samples.isEmpty, absence),
        arguments: [(90, PhotoMetadata.Orientation.right), (180, .down), (270, .left)])
    func videosAreTurned(_ degrees: Int, _ orientation: PhotoMetadata.Orientation) async throws {
        let found = try await read("sample_mpeg4.mp4", ["-n", "-Rotation=\(degrees)"])
        #expect(found.orientation == orientation)
    }

    @Test(
        "EXIF and XMP that ExifTool writes to HEIC and AVIF are read",
        .enabled(if: !BoxSampleTests.samples.isEmpty, absence), arguments: [".HEIC", ".avif", "cheers_1440x960.heic"])
    func EXIFAndXMPOfPicturesAreRead(_ kind: String) async throws {
        let found = try await read(
            kind,
            [
                "-EXIF:DateTimeOriginal=2020:01:02 03:04:05", "-EXIF:OffsetTimeOriginal=+05:45",
                "-EXIF:GPSLatitude=27.7",
                "-EXIF:GPSLatitudeRef=N", "-EXIF:GPSLongitude=85.3", "-EXIF:GPSLongitudeRef=E", "-EXIF:Orientation#=6",
                "-XMP-iptcExt:LocationCreatedCity=Kathmandu", "-XMP-iptcExt:LocationCreatedCountryCode=NP",
                "-XMP-dc:Title=नेपाल",
            ])
        // A camera's fraction of the second stays.
        #expect(found.date?.wallTime.description.prefix(19) == "2020-01-02T03:04:05" && found.date?.offset == 20_700)
        let coordinate = try #require(found.location?.coordinate)
        #expect(abs(coordinate.latitude - 27.7) < 1e-6 && abs(coordinate.longitude - 85.3) < 1e-6)
        #expect(found.placeCreated?.city == "Kathmandu" && found.placeCreated?.countryCode == "NP")
        #expect(found.title == "नेपाल")
        // The box turns, whatever EXIF says.
        #expect(found.orientation == (kind == ".HEIC" ? .right : .up))
        #expect(found.warnings.isEmpty)
    }
}
