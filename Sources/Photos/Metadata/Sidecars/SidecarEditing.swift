/// Edits sidecars, for photos that must not or cannot be changed.
///
/// An existing sidecar is edited, whichever name it has. A new one is called `IMG.JPG.xmp`, which belongs to no other
/// photo.
package enum SidecarEditing {
    /// The change of one sidecar.
    package struct Change: Sendable, Hashable {
        /// The path as bytes, since file names may not be valid UTF-8.
        package let path: [UInt8]
        /// Its whole new content.
        package let content: [UInt8]
        /// The change of the existing file; `nil` when there is none yet.
        package let patch: FilePatch?
    }

    /// The result of an edit of sidecars.
    package enum Outcome: Sendable, Hashable {
        /// The sidecars that change; none if they already contain the edit.
        case changes([Change])
        /// A sidecar cannot be changed, for this reason.
        case refused(EditRefusal)
    }

    /// Returns the changes that an edit of a photo makes to its sidecars.
    ///
    /// New values go to the sidecar with the highest precedence; removals apply to all sidecars of the photo.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - photo: The photo's path.
    ///   - sharesStem: Whether `IMG.xmp` also belongs to another photo, such as `IMG.CR2` next to `IMG.JPG`: it is then
    ///     edited only for the photo that it names, and a photo whose edit it already contains needs no sidecar of its
    ///     own.
    ///   - further: Paths of sidecars that are not read for the photo but take part in removals.
    ///   - bytes: The reader of the files.
    /// - Returns: The changes, or the reason for refusal.
    /// - Throws: ``MetadataError/Code/unreadable`` and ``MetadataError/Code/notAFile`` for an existing sidecar.
    package static func outcome(
        of edit: MetadataEdit, on photo: [UInt8], sharesStem: Bool, further: [[UInt8]] = [], reading bytes: FileBytes
    ) throws(MetadataError) -> Outcome {
        // The system would ignore everything after a zero byte.
        guard !photo.contains(0) else { return .refused(EditRefusal("its name has a zero byte")) }
        let candidates = SidecarName.candidates(of: photo)
        let own = candidates.prefix(2)
        var changes: [Change] = []
        var hasTarget = false
        for candidate in candidates + further where candidate != photo {
            guard let old = try content(of: candidate, bytes) else { continue }
            let claim = old.withUnsafeBytes { XMPPacket.properties(of: $0) }?.sidecarForExtension
            let isOwn = own.contains(candidate)
            if let claim, !isOwn, !SidecarName.isExtension(claim, of: photo) { continue }
            let isTarget = !hasTarget && candidates.contains(candidate) && (isOwn || claim != nil || !sharesStem)
            if isTarget || !hasTarget && candidates.contains(candidate) && Self.says(old, edit) { hasTarget = true }
            switch edited(old, isTarget ? edit : edit.removals, nil) {
            case .success(let new?):
                changes.append(Change(path: candidate, content: new, patch: FilePatch(from: old, to: new)))
            case .success: break
            case .failure(let refusal): return .refused(refusal)
            }
        }
        guard !hasTarget, let target = own.first else { return .changes(changes) }
        let ending = String(decoding: photo.dropFirst(SidecarName.stem(of: photo).count + 1), as: UTF8.self)
        switch edited(nil, edit, ending.isEmpty ? nil : ending) {
        case .success(let new?): changes.append(Change(path: target, content: new, patch: nil))
        case .success: break
        case .failure(let refusal): return .refused(refusal)
        }
        return .changes(changes)
    }

    /// Returns whether a sidecar already contains an edit.
    private static func says(_ packet: [UInt8], _ edit: MetadataEdit) -> Bool {
        if case .success(nil) = edited(packet, edit, nil) { true } else { false }
    }

    private static func edited(
        _ packet: [UInt8]?, _ edit: MetadataEdit, _ ending: String?
    ) -> Result<[UInt8]?, EditRefusal> {
        Result { () throws(EditRefusal) in
            try XMPEditing.edited(packet, by: edit, hasEXIF: false, sidecarFor: ending)
        }
    }

    /// Returns the content of a sidecar; `nil` when it does not exist.
    private static func content(of path: [UInt8], _ bytes: FileBytes) throws(MetadataError) -> [UInt8]? {
        defer { bytes.close() }
        do throws(MetadataError) {
            try Sidecars.open(path, bytes)
        } catch {
            if Sidecars.isMissing(error) { return nil }
            if error.code == .empty { return [] }
            throw error
        }
        guard let text = try bytes.bytes(at: 0, count: bytes.count) else {
            throw bytes.error(.malformed, "is too large for a sidecar")
        }
        return Array(text)
    }
}
