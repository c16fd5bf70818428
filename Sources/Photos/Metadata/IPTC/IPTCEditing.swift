import LKFormats

/// Edits IPTC within Photoshop's image resources, and where it is stored directly.
///
/// Place names are added only to files that already have IPTC.
package enum IPTCEditing {
    /// Returns the edited resources.
    ///
    /// The digest that shows whether IPTC has changed since XMP was written is renewed if it matched, and added if
    /// there was none. A digest that does not match is kept, so that the rest of IPTC keeps its precedence over XMP.
    ///
    /// - Parameters:
    ///   - resources: The current resources: all `8BIM` blocks of the file, concatenated.
    ///   - edit: The edit.
    /// - Returns: The new resources; `nil` if they do not change.
    /// - Throws: ``EditRefusal`` if the edit would lose data.
    package static func edited(_ resources: [UInt8], by edit: MetadataEdit) throws(EditRefusal) -> [UInt8]? {
        guard concerns(edit) else { return nil }
        let all = PhotoshopBlocks(resources)
        if edit.placeShown == .remove, hasPlace(resources[all.rest]) { throw damage }
        var new: [UInt8] = []
        var (hasChanged, isFirst) = (false, true)
        let digest = all.blocks.first { $0.identifier == PhotoshopBlocks.digest }.map { Array(resources[$0.content]) }
        var newDigest: [UInt8]?
        for block in all.blocks {
            let content = resources[block.content]
            // Readers use the first block, but a removal must apply to all.
            if block.identifier == PhotoshopBlocks.iptc, isFirst || edit.placeShown == .remove {
                if let edited = try editedDatasets(Array(content), by: edit) {
                    if isFirst { newDigest = Self.digest(digest, of: Array(content), to: edited) }
                    new += resources[block.whole.lowerBound..<block.content.lowerBound - 4]
                    new += PhotoshopBlocks.padded(edited)
                    hasChanged = true
                } else {
                    new += resources[block.whole]
                }
                isFirst = false
                if digest == nil, let added = newDigest {
                    new += PhotoshopBlocks.block(PhotoshopBlocks.digest, added)
                    newDigest = nil
                }
            } else {
                new += resources[block.whole]
            }
        }
        new += resources[all.rest]
        guard hasChanged else { return nil }
        if let newDigest { replaceDigest(in: &new, by: newDigest) }
        return new
    }

    /// Returns an edited IPTC block that is stored directly, as in TIFF.
    ///
    /// - Parameters:
    ///   - block: The datasets with their padding.
    ///   - edit: The edit.
    /// - Returns: The new block without padding; `nil` if it does not change.
    /// - Throws: ``EditRefusal`` if the edit would lose data.
    package static func editedDatasets(_ block: [UInt8], by edit: MetadataEdit) throws(EditRefusal) -> [UInt8]? {
        guard concerns(edit) else { return nil }
        var datasets = IPTCDatasets(block[...])
        if datasets.isDamaged, edit.placeShown != .remove || hasPlace(datasets.rest[...]) { throw damage }
        guard !datasets.datasets.isEmpty else { return nil }
        let old = datasets.datasets
        switch edit.placeShown {
        case .keep: break
        case .remove:
            let kinds: Set<IPTCDatasets.Kind> = [
                .city, .sublocation, .state, .countryCode, .country, .contentLocationCode, .contentLocationName,
            ]
            datasets.datasets.removeAll { kinds.contains($0.kind) }
        case .set(let place): try set(place, in: &datasets)
        }
        try add(edit.keywords, to: &datasets)
        return datasets.datasets == old ? nil : datasets.bytes
    }

    private static let damage = EditRefusal("its IPTC is damaged")

    private static func concerns(_ edit: MetadataEdit) -> Bool { edit.placeShown != .keep || !edit.keywords.isEmpty }

    private static func set(_ place: PhotoPlace, in datasets: inout IPTCDatasets) throws(EditRefusal) {
        let form = IPTCForm.place(place)
        let texts: [(IPTCDatasets.Kind, String?)] = [
            (.city, form.city), (.sublocation, form.sublocation), (.state, form.state),
            (.countryCode, form.countryCode), (.country, form.country),
        ]
        let values = texts.map { ($0, $1.map { Array($0.utf8) }) }
        for (_, value) in values { if let value { try prepare(&datasets, for: value) } }
        for (kind, value) in values { datasets.set(kind, value) }
    }

    private static func add(_ keywords: [String], to datasets: inout IPTCDatasets) throws(EditRefusal) {
        for keyword in keywords {
            guard let value = IPTCForm.keyword(keyword).map({ Array($0.utf8) }),
                !datasets.values(.keyword).contains(value)
            else { continue }
            try prepare(&datasets, for: value)
            if !datasets.values(.keyword).contains(value) { datasets.add(.keyword, value) }
        }
    }

    /// Switches the character set to UTF-8 if a text needs it, and converts the existing texts.
    private static func prepare(_ datasets: inout IPTCDatasets, for value: [UInt8]) throws(EditRefusal) {
        let mark = datasets.values(.characterSet).first
        guard !IPTCText.isASCII(value), mark != IPTCDatasets.utf8 else { return }
        let texts = datasets.datasets.filter { $0.kind.isText }.map(\.value)
        let isPlain = texts.allSatisfy { IPTCText.isASCII($0) && !$0.contains { [0x0E, 0x0F, 0x1B].contains($0) } }
        if let mark, !isPlain, !IPTCDatasets.latin.contains(mark) {
            throw EditRefusal("its IPTC is in a character set that is not known")
        }
        // Without a marker it is UTF-8 if all texts are valid UTF-8.
        if mark != nil ? !isPlain : !texts.allSatisfy({ String(validating: $0, as: UTF8.self) != nil }) {
            for index in datasets.datasets.indices where datasets.datasets[index].kind.isText {
                datasets.datasets[index].value = IPTCText.utf8(ofWestern: datasets.datasets[index].value)
            }
        }
        datasets.set(.characterSet, IPTCDatasets.utf8)
    }

    /// Returns the digest after a change; `nil` to keep it.
    private static func digest(_ digest: [UInt8]?, of old: [UInt8], to new: [UInt8]) -> [UInt8]? {
        if let digest, digest.count != 16 { return nil }
        // An all-zero digest means none.
        if let digest, digest.contains(where: { $0 != 0 }), digest != old.withUnsafeBytes({ MD5.digest(of: $0) }) {
            return nil
        }
        return new.withUnsafeBytes { MD5.digest(of: $0) }
    }

    private static func replaceDigest(in resources: inout [UInt8], by digest: [UInt8]) {
        guard let block = PhotoshopBlocks(resources).blocks.first(where: { $0.identifier == PhotoshopBlocks.digest })
        else { return }
        resources.replaceSubrange(block.content, with: digest)
    }

    /// Returns whether bytes that cannot be parsed look like place names.
    private static func hasPlace(_ bytes: ArraySlice<UInt8>) -> Bool {
        let numbers: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]
        return bytes.indices.dropLast(2).contains { index in
            bytes[index] == 0x1C && bytes[index + 1] == 2 && numbers.contains(bytes[index + 2])
        }
    }
}
