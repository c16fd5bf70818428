import Geo
import Metadata

@testable import Photos

/// Assets made by hand: a name, a position, what the file says of the place.
enum PlacedAsset {
    static func asset(_ name: String, at position: (Double, Double)? = nil, _ place: PhotoPlace? = nil) -> PhotoAsset {
        var metadata = PhotoMetadata(format: .jpeg)
        metadata.location = position.flatMap { Coordinate(latitude: $0.0, longitude: $0.1) }.map(PhotoLocation.init)
        metadata.placeShown = place
        var hash = StableHash()
        hash.combine(name.utf8)
        return PhotoAsset(
            AssetRecord(
                id: PhotoAsset.ID(rawValue: hash.value), folder: PhotoFolder(RawPath("/photos")), name: RawPath(name),
                content: FileContent(metadata, sharing: ContentPool()), companions: [], version: 1, deletion: DeletionFlag()))
    }

    static func place(_ country: String?, _ state: String? = nil, _ city: String? = nil) -> PhotoPlace {
        var place = PhotoPlace()
        (place.country, place.state, place.city) = (country, state, city)
        return place
    }

    static let tokyo = (35.681236, 139.767125)
    static let munich = (48.1374, 11.5755)
    static let paris = (48.8566, 2.3522)
    /// In the South Pacific, far from everything.
    static let sea = (-48.9, -123.4)
}
