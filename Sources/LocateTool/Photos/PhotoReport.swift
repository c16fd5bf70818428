import Geo
import Metadata
import Photos

/// What is printed of a photo.
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
    /// Where it was taken; a position of exactly 0, 0 is what cameras write for "not known".
    var knownLocation: PhotoLocation? {
        guard let location else { return nil }
        let isNowhere = location.coordinate.latitude == 0 && location.coordinate.longitude == 0
        return isNowhere && location.isVoid ? nil : location
    }
}
