import Metadata

/// Reads files and their sidecars by the kit's own reader.
///
/// A sidecar is what people or programs said after the picture was taken: its position and names come before the
/// file's own. The file knows best when it was taken and with what.
final class FileMetadataReader: AssetReading {
    private let reader = MetadataReader()
    private let sidecarBytes = FileBytes()

    func metadata(of file: RawPath, sidecars: [RawPath]) throws(MetadataError) -> PhotoMetadata {
        var metadata = try read(file)
        if sidecars.isEmpty { return metadata }
        let found = Sidecars(of: file.bytes, reading: sidecarBytes)
        // What it says would be left out until one of the files changes.
        if let refusal = found.refusal { throw refusal }
        if let properties = found.properties { add(properties, to: &metadata) }
        return metadata
    }

    private func read(_ file: RawPath) throws(MetadataError) -> PhotoMetadata {
        if let text = file.exactText { return try reader.metadata(of: text) }
        let result = file.withCPath { path -> Result<PhotoMetadata, MetadataError> in
            do throws(MetadataError) { return .success(try reader.metadata(of: path)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private func add(_ sidecar: XMPProperties, to metadata: inout PhotoMetadata) {
        metadata.location = sidecar.location ?? metadata.location
        if !sidecar.placeShown.isEmpty { metadata.placeShown = sidecar.placeShown }
        if !sidecar.placeCreated.isEmpty { metadata.placeCreated = sidecar.placeCreated }
        if metadata.camera == nil, !sidecar.camera.isEmpty { metadata.camera = sidecar.camera }
        metadata.title = sidecar.title ?? metadata.title
        if metadata.date == nil, let time = sidecar.dateTimeOriginal ?? sidecar.dateCreated ?? sidecar.createDate {
            metadata.date = PhotoDate(wallTime: time.wallTime, offset: time.offset, rule: .xmp, offsetRule: .text)
        }
    }
}
