import FoundationEssentials
import LKCommandLine
import LKGeo
package import LKMetadata
import LKPhotoInput
import LKPhotos
import LKPlanning
import LKSharedOptions

/// The printed data of a photo.
struct PhotoReport {
    let asset: PhotoAsset
    /// The path, as the folder or file was given.
    let path: String
    /// The paths of its other files, in the same way.
    let companions: [String]
    /// The names of its place.
    let place: PhotoPlace?
    /// The same as all commands print them.
    private let names: NamedPlace?
    /// The title of its group; `nil` if there are no groups.
    let group: String?

    /// Creates the report of a photo.
    ///
    /// - Parameters:
    ///   - asset: The photo.
    ///   - photos: How paths are printed.
    ///   - naming: Names the position of a photo that does not say its place; `nil` leaves it unnamed.
    ///   - group: The title of its group.
    init(
        _ asset: PhotoAsset, in photos: PhotoSelection, naming: (any PlaceNaming)? = nil, group: String? = nil
    ) {
        self.asset = asset
        self.group = group
        place = asset.place(naming: naming)
        names = place.map(NamedPlace.init)
        path = photos.shown(asset.path)
        companions = asset.companionPaths.map(photos.shown)
    }

    /// Where it was taken.
    var location: PhotoLocation? { asset.knownLocation }

    /// Maker and model as people say it: `NIKON D70`, `Apple iPhone 6`.
    var camera: String? {
        guard let camera = asset.camera else { return nil }
        guard let model = PhotoPlace.trimmed(camera.model) else { return PhotoPlace.trimmed(camera.make) }
        guard let make = PhotoPlace.trimmed(camera.make), let name = make.split(separator: " ").first else {
            return model
        }
        let begins = model.utf8.prefix(name.utf8.count).elementsEqual(name.utf8) { ($0 | 0x20) == ($1 | 0x20) }
        return begins ? model : "\(make) \(model)"
    }
}

extension PhotoAsset {
    /// The URL of a file whose path is not valid UTF-8, which the path shows with U+FFFD and cannot open; `nil` for all others.
    var exactURL: String? { url.exactPath == nil ? url.absoluteString : nil }
}

extension PhotoReport: OutputRecord {
    /// The fields of a photo in a list.
    static let table = OutputTable(
        fields + [.text("group", "title of the group, with --group") { $0.group }])

    /// The fields of a photo.
    static let fields: [OutputField<PhotoReport>] =
        file + shot + position + NamedPlace.fields.map { $0.of { $0.names } } + [
            .list("companions", "paths of the other files of the photo") { $0.companions }
        ]

    private static let file: [OutputField<PhotoReport>] = [
        .text("path", "path, as the folder or file was given") { $0.path },
        // A name that is not valid UTF-8 cannot be opened by its path.
        .text("url", "exact name of a file whose path is not valid UTF-8") {
            $0.asset.exactURL
        },
        .text("type", "jpeg, png, webp, gif, tiff, heic, avif, jxl, raw, mp4, mov or mkv") { $0.asset.type.rawValue },
    ]

    private static let shot: [OutputField<PhotoReport>] = [
        .text("date", "local time when it was taken, with the offset to UTC if known") {
            $0.asset.date.map(PhotoDateText.iso)
        },
        .text(
            "dateRule",
            "modified, pngTime or fileTime if the date is not that of the shot, fileName if it is from the name"
        ) {
            guard let date = $0.asset.date, !date.isOfTheShot || date.rule == .fileName else { return nil }
            return date.rule.rawValue
        },
        .text(
            "offsetRule", "position if the file states UTC only, and the offset follows from its position",
            listed: .after("camera")
        ) { $0.asset.date?.offsetRule == .assumed ? "position" : nil },
        .count("width", "pixels across, upright") { $0.asset.size?.width },
        .count("height", "pixels down, upright") { $0.asset.size?.height },
    ]

    private static let position: [OutputField<PhotoReport>] = [
        .degrees("latitude", "degrees north") { $0.location?.coordinate.latitude },
        .degrees("longitude", "degrees east") { $0.location?.coordinate.longitude },
        .number("altitude", "metres above sea level") {
            $0.location?.altitudeReference == .ellipsoid ? nil : $0.location?.altitude
        },
        .number("ellipsoidalAltitude", "metres above the WGS 84 ellipsoid") { $0.ellipsoidalAltitude },
        .number("duration", "seconds of a video") { $0.asset.seconds },
        .count("orientation", "EXIF orientation, 1 to 8") { Int($0.asset.orientation.rawValue) },
        .text("camera", "maker and model") { $0.camera },
    ]

    var entry: OutputEntry {
        OutputEntry(coordinate: location?.coordinate, ellipsoidalAltitude: ellipsoidalAltitude)
    }

    private var ellipsoidalAltitude: Double? {
        location?.altitudeReference == .ellipsoid ? location?.altitude : nil
    }
}

extension NamedPlace {
    /// Creates the names that a photo has.
    package init(_ place: PhotoPlace) {
        self.init(
            name: place.sublocation ?? place.city ?? place.state ?? place.country ?? place.countryCode,
            subLocality: place.sublocation, city: place.city, state: place.state, country: place.country,
            countryCode: place.countryCode)
    }
}
