import Foundation
import LKFormats
import LKGeo
import LKMetadata

@testable import LKPhotos

/// Assets made by hand.
enum Samples {
    /// `2014-05-24T10:00:00`, or the day alone.
    static func wallTime(_ text: String) -> PhotoDate.WallTime? {
        let numbers = text.split { "-T:".contains($0) }.compactMap { Int($0) }
        guard numbers.count >= 3 else { return nil }
        return PhotoDate.WallTime(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers.count > 3 ? numbers[3] : 0,
            minute: numbers.count > 4 ? numbers[4] : 0, second: numbers.count > 5 ? numbers[5] : 0)
    }

    static func asset(
        _ name: String, _ date: String? = nil, at position: (Double, Double)? = nil, format: PhotoFormat = .jpeg,
        offset: Int? = nil, place: PhotoPlace? = nil, size: PixelSize? = nil, camera: String? = nil,
        comment: String? = nil, version: UInt64 = 1
    ) -> PhotoAsset {
        var metadata = PhotoMetadata(format: format)
        metadata.date = date.flatMap(wallTime).map { PhotoDate(wallTime: $0, offset: offset, rule: .original) }
        metadata.location = position.flatMap { Coordinate(latitude: $0.0, longitude: $0.1) }.map(PhotoLocation.init)
        metadata.placeShown = place
        metadata.storedSize = size
        metadata.userComment = comment
        if let camera {
            metadata.camera = Camera()
            metadata.camera?.model = camera
        }
        var hash = StableHash()
        hash.combine(name.utf8)
        return PhotoAsset(
            AssetRecord(
                id: PhotoAsset.ID(rawValue: hash.value), folder: AssetFolder(RawPath("/photos")), name: RawPath(name),
                content: FileContent(metadata, sharing: ContentPool()), companions: [], version: version,
                deletion: DeletionFlag()))
    }

    /// Assets whose names are their dates.
    static func assets(_ dates: String...) -> [PhotoAsset] { dates.map { asset($0, $0) } }

    static func place(_ country: String?, _ state: String? = nil, _ city: String? = nil) -> PhotoPlace {
        var place = PhotoPlace()
        (place.country, place.state, place.city) = (country, state, city)
        return place
    }
}

extension PhotoCollection.Entry {
    /// Title and names, for comparing: `2014-05: a b`.
    var words: String { "\(title): \(assets.map(\.fileName).joined(separator: " "))" }
}
