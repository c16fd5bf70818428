/// Changes sidecars, for photos that are not to be touched or cannot be.
///
/// The sidecar that is there is written, whichever of the names it has. Without one it is `IMG.JPG.xmp`, which no other photo
/// shares.
package enum SidecarEditing {
    /// What happens to one sidecar.
    package struct Change: Sendable, Hashable {
        /// Where it is, as bytes: names of files need not be UTF-8.
        package let path: [UInt8]
        /// What it holds from now on, all of it.
        package let content: [UInt8]
        /// How the file that is there becomes that; `nil` when there is none yet.
        package let patch: FilePatch?
    }

    /// What makes the sidecars of a photo say what an edit wants.
    package enum Outcome: Sendable, Hashable {
        /// These sidecars change; none do where they say it already.
        case changes([Change])
        /// A sidecar stays as it is, for this reason.
        case refused(EditRefusal)
    }

    /// The changes that an edit of a photo makes to its sidecars.
    ///
    /// What is set is written to the sidecar that counts most; what is removed goes from all that are the photo's.
    ///
    /// - Parameters:
    ///   - edit: What changes.
    ///   - photo: The photo's path.
    ///   - sharesStem: Whether `IMG.xmp` is another photo's as well, such as of `IMG.CR2` beside `IMG.JPG`: then it gets only what is
    ///     set by the photo that it says it is for, and a photo of which it says the same needs none of its own.
    ///   - further: Paths of sidecars that are not read for the photo, and from which is removed what is removed from it.
    ///   - bytes: What the files are read with.
    /// - Returns: The changes, or why there are none.
    /// - Throws: ``MetadataError/Code/unreadable`` and ``MetadataError/Code/notAFile`` for a sidecar that is there.
    package static func outcome(
        of edit: MetadataEdit, on photo: [UInt8], sharesStem: Bool, further: [[UInt8]] = [], reading bytes: FileBytes
    ) throws(MetadataError) -> Outcome {
        // What follows a zero byte the system would not see.
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

    /// Whether a sidecar says already what an edit wants.
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

    /// What a sidecar holds; `nil` when it is not there.
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
            throw bytes.error(.malformed, "is too large for a sidecar.")
        }
        return Array(text)
    }
}
