import Metadata

/// Reads what a file says of itself; one for each thread.
protocol AssetReading {
    /// Reads a file and the sidecars that belong to it.
    ///
    /// - Throws: `unknownFormat` for what is no photo or video, `missing` for what has gone.
    func metadata(of file: RawPath, sidecars: [RawPath]) throws(MetadataError) -> PhotoMetadata
}
