import FoundationEssentials
import LKGeo
import LKMetadata
import LKPhotos

/// The printed data of a photo.
struct PhotoReport {
    let asset: PhotoAsset
    /// The path, as the folder or file was given.
    let path: String
    /// The paths of its other files, in the same way.
    let companions: [String]
    /// The names of its place.
    let place: PhotoPlace?

    /// - Parameters:
    ///   - asset: The photo.
    ///   - photos: How paths are printed.
    ///   - naming: Names the position of a photo that does not say its place; `nil` leaves it unnamed.
    init(_ asset: PhotoAsset, in photos: PhotoSelection, naming: (any PlaceNaming)? = nil) {
        self.asset = asset
        place = asset.place(naming: naming)
        path = photos.shown(asset.path)
        companions = asset.companionPaths.map(photos.shown)
    }

    /// Where it was taken.
    var location: PhotoLocation? { asset.knownLocation }

    /// Maker and model as people say it: `NIKON D70`, `Apple iPhone 6`.
    var camera: String? {
        guard let camera = asset.camera else { return nil }
        guard let model = Self.trimmed(camera.model) else { return Self.trimmed(camera.make) }
        guard let make = Self.trimmed(camera.make), let name = make.split(separator: " ").first else { return model }
        let begins = model.utf8.prefix(name.utf8.count).elementsEqual(name.utf8) { ($0 | 0x20) == ($1 | 0x20) }
        return begins ? model : "\(make) \(model)"
    }

    private static func trimmed(_ name: String?) -> String? {
        guard let name else { return nil }
        guard name.utf8.first == UInt8(ascii: " ") || name.utf8.last == UInt8(ascii: " ") else {
            return name.isEmpty ? nil : name
        }
        let rest = name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        return rest.isEmpty ? nil : String(rest)
    }
}

extension PhotoAsset {
    /// The position, unless it is exactly 0, 0, which cameras write for "unknown".
    var knownLocation: PhotoLocation? {
        guard let location else { return nil }
        let isNowhere = location.coordinate.latitude == 0 && location.coordinate.longitude == 0
        return isNowhere && location.isVoid ? nil : location
    }
}

extension PhotoReport {
    /// Writes the members of the photo's object; unknown values are omitted.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("path", path)
        // A name that is not valid UTF-8 cannot be opened by its path.
        if path.unicodeScalars.contains("\u{FFFD}") { writer.member("url", asset.url.absoluteString) }
        writer.member("type", asset.type.rawValue)
        if let date = asset.date {
            writer.key("date")
            writer.raw { bytes in
                bytes.append(UInt8(ascii: "\""))
                PhotoDateText.appendISO(date, to: &bytes)
                bytes.append(UInt8(ascii: "\""))
            }
            if !date.isOfTheShot || date.rule == .fileName { writer.member("dateRule", date.rule.rawValue) }
            if date.offsetRule == .assumed { writer.member("offsetRule", "position") }
        }
        writer.member("width", asset.size?.width)
        writer.member("height", asset.size?.height)
        if let location {
            writer.member("latitude", location.coordinate.latitude, decimals: 9)
            writer.member("longitude", location.coordinate.longitude, decimals: 9)
            let name = location.altitudeReference == .ellipsoid ? "ellipsoidalAltitude" : "altitude"
            writer.member(name, location.altitude, decimals: 3)
        }
        writer.member("duration", asset.seconds, decimals: 3)
        writer.member("orientation", asset.orientation.rawValue)
        writer.member("camera", camera)
        if let place = place.map(NamedPlace.init), !place.isEmpty {
            writer.key("place")
            writer.object { place.writeMembers(to: &$0) }
        }
        if !companions.isEmpty { writer.member("companions", companions) }
    }
}

extension PhotoReport {
    /// The keys of a photo.
    static let keys: [OutputKey] =
        [
            OutputKey("path", "path, as the folder or file was given"),
            OutputKey("url", "exact name of a file whose path is not valid UTF-8"),
            OutputKey("type", "jpeg, png, webp, gif, tiff, heic, avif, jxl, raw, mp4, mov or mkv"),
            OutputKey("date", "local time when it was taken, with the offset to UTC if known"),
            OutputKey(
                "dateRule",
                "modified, pngTime or fileTime if the date is not that of the shot, fileName if it is from the name"),
            OutputKey("width", "pixels across, upright"), OutputKey("height", "pixels down, upright"),
            OutputKey("latitude", "degrees north"), OutputKey("longitude", "degrees east"),
            OutputKey("altitude", "metres above sea level"),
            OutputKey("ellipsoidalAltitude", "metres above the WGS 84 ellipsoid"),
            OutputKey("duration", "seconds of a video"), OutputKey("orientation", "EXIF orientation, 1 to 8"),
            OutputKey("camera", "maker and model"),
            OutputKey("offsetRule", "position if the file states UTC only, and the offset follows from its position"),
        ] + NamedPlace.keys + [OutputKey("companions", "paths of the other files of the photo")]

    /// The keys of a photo in a list.
    static let listKeys = keys + [OutputKey("group", "title of the group, with --group")]
}
