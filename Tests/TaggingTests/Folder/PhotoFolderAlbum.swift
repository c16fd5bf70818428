import Foundation
import LKGeo
import LKGeocoding
import LKMetadata
import LKPhotos
import TestSupport

@testable import LKPlanning
@testable import LKTagging

/// A folder of small photos that a `PhotoFolder` opens, without a catalog.
final class PhotoFolderAlbum: Sendable {
    let album = Album()

    var options: PhotoFolder.Options {
        var options = PhotoFolder.Options()
        options.catalog = .none
        return options
    }

    /// The folder as a program opens it for the first time.
    var opened: PhotoFolder { PhotoFolder(URL(filePath: album.folder.path), options: options) }

    /// The options for photos whose clocks show UTC.
    var geotagging: PhotoFolder.Geotagging {
        var options = PhotoFolder.Geotagging()
        options.timeZone = .offset(0)
        return options
    }

    func path(_ name: String) -> String { album.path(name) }
    func photo(_ name: String) -> Album.Photo? { album.photo(name) }
    var photos: [String: Album.Photo] { album.photos }
    var hidden: [String] { album.hidden }

    /// A JPEG, and the raw file beside it.
    func addPair(_ name: String, second: Int = 7) {
        let text = String(format: "2026:05:01 10:%02d:%02d", second / 60 % 60, second % 60)
        album.add("\(name).jpg", DatedPhoto.bytes(text))
        album.add("\(name).dng", RawPhoto.bytes)
    }

    /// A file with the name of a photo that is none.
    func addUnreadable(_ name: String) { album.add(name, Array("notes".utf8)) }

    /// An image of a format that is not written.
    func addGIF(_ name: String) {
        album.add(
            name,
            Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B])
    }

    /// A track outside the folder, at one place around the time of the photos.
    func addTrack() throws -> URL {
        let points = ["09:55", "10:05"].map {
            "<trkpt lat=\"46.5\" lon=\"8.25\"><time>2026-05-01T\($0):00Z</time></trkpt>"
        }
        let text =
            "<gpx version=\"1.1\" creator=\"t\"><trk><name>walk</name><trkseg>\(points.joined())</trkseg></trk></gpx>"
        let url = FileManager.default.temporaryDirectory.appending(path: "track-\(UInt64.random(in: 0 ... .max)).gpx")
        try Data(text.utf8).write(to: url)
        return url
    }

    func outcomes(_ sequence: PhotoFolder.Outcomes) async -> [PhotoFolder.Outcome] {
        var outcomes: [PhotoFolder.Outcome] = []
        for await outcome in sequence { outcomes.append(outcome) }
        return outcomes
    }

    func outcomes(_ sequence: PhotoFolder.Undoing) async -> [PhotoFolder.Outcome] {
        var outcomes: [PhotoFolder.Outcome] = []
        for await outcome in sequence { outcomes.append(outcome) }
        return outcomes
    }

    func undoAll() async throws { _ = await outcomes(try await opened.undo(.all)) }
}

/// A provider that names one town in the north, and does not answer in the south.
struct NamedTown: GeocodingProvider {
    let name = "town"
    let attribution: String? = nil
    let isOffline = true

    func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark] {
        if coordinate.latitude < 0 { throw GeocodingError(.serviceUnreachable, "the town is away") }
        var placemark = Placemark(coordinate: coordinate, provider: name)
        (placemark.locality, placemark.country, placemark.isoCountryCode) = ("Rīga", "Latvija", "LV")
        return [placemark]
    }
}
