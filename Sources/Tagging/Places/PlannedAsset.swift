public import Geocoding
public import Metadata
public import Photos

/// What tagging by place would do with a photo of a library: with the file that is shown, and with its companions.
public struct PlannedAsset: Sendable, Hashable {
    /// The photo.
    public var asset: PhotoAsset

    /// Where it was taken: by its file or sidecar, else by its companions; `nil` where none of them says.
    public var location: PhotoLocation?

    /// What is done with the file that is shown, and why.
    public var shown: PlannedPlace

    /// What is written, into the file that is shown and into companions without names; give them all to one ``PhotoTagger``.
    public var edits: [PhotoEdit] = []

    /// The names that are written; `nil` where none are.
    public var place: PhotoPlace?

    /// Who knew them.
    public var provider: String?
}

extension PlaceTagger {
    /// What becomes of a photo of a library: its file and its sidecar are read again, and so are its companions.
    ///
    /// A raw picture beside its JPEG, and the video of a live photo, get the names of the photo's position unless they have some. That
    /// is also so where the photo itself has its names already, as after an interruption. A companion that cannot be read is left as it is.
    ///
    /// ```swift
    /// let planned = await tagger.planned(asset)
    /// print("\(asset.path): \(planned.shown)")  // Asakusa, Taito, Tokyo, Japan, or: it has no position
    /// ```
    ///
    /// - Parameter asset: The photo.
    /// - Returns: The names and what is written of them, or why nothing is.
    public func planned(_ asset: PhotoAsset) async -> PlannedAsset {
        let read = await reading.run { reader, _ -> Result<[PlaceFacts], TaggingError> in
            do throws(TaggingError) {
                let shown = try reader.facts(of: asset.url)
                return .success([shown] + asset.companions.compactMap { try? reader.facts(of: $0) })
            } catch {
                return .failure(error)
            }
        }
        switch read {
        case .failure(let error): return PlannedAsset(asset: asset, shown: PlannedPlace(action: .unreadable(error)))
        case .success(let files):
            let locations = files.compactMap(\.location)
            var planned = PlannedAsset(
                asset: asset, location: locations.first { !$0.isVoid } ?? locations.first,
                shown: PlannedPlace(action: .keep))
            for (index, file) in files.enumerated() {
                let plan = await self.planned(at: planned.location, shown: file.shown, created: file.created)
                if index == 0 { planned.shown = plan }
                if let edit = PhotoEdit(plan, of: file.url, expected: file.stamp) {
                    planned.edits.append(edit)
                    (planned.place, planned.provider) = (plan.place, plan.provider)
                }
                // What keeps the photo from its names keeps its companions too.
                guard plan.edit != nil || plan.action == .keep else { break }
            }
            return planned
        }
    }
}

extension PhotoAsset {
    /// What the place is called where the photo was taken.
    ///
    /// ```swift
    /// let placemark = try await asset.placemark(from: ReverseGeocoder.embedded(), languages: [.english])
    /// print(placemark?.addressString ?? "somewhere")
    /// ```
    ///
    /// - Parameters:
    ///   - geocoder: Who knows names; its policy says whether anything leaves the machine.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    /// - Returns: The best placemark; `nil` where nothing is there, and for a photo without a position or with one that is marked as
    ///   void or is exactly 0, 0.
    /// - Throws: What `ReverseGeocoder.reverseGeocode(_:languages:)` throws.
    public func placemark(
        from geocoder: ReverseGeocoder, languages: [LanguageTag] = []
    ) async throws(GeocodingError) -> Placemark? {
        guard let coordinate = usableCoordinate else { return nil }
        return try await geocoder.reverseGeocode(coordinate, languages: languages).first
    }
}
