import Glibc

/// The sidecars of a photo, with their combined properties.
///
/// ```swift
/// let sidecars = Sidecars(of: "/photos/IMG_1.CR2", reading: FileBytes())
/// print(sidecars.properties?.location ?? "no position in a sidecar")
/// ```
package struct Sidecars: Sendable {
    /// A sidecar.
    package struct File: Sendable {
        /// The path; invalid UTF-8 is replaced.
        package let path: String
        /// Its properties.
        package let properties: XMPProperties
    }

    /// The sidecars that belong to the photo, by precedence.
    package private(set) var files: [File] = []
    /// Warnings about sidecars that could not be read.
    package private(set) var warnings: [PhotoMetadata.Warning] = []
    /// The error if a sidecar could not be opened because no file descriptor was available.
    package private(set) var refusal: MetadataError?

    /// The combined properties: values missing in the first sidecar are taken from the next.
    package var properties: XMPProperties? {
        guard var all = files.first?.properties else { return nil }
        for file in files.dropFirst() { all.fill(from: file.properties) }
        return all
    }

    /// Returns the position of a photo: that of its sidecars, which were written after it was taken, or else its own.
    ///
    /// A sidecar's position that differs from the photo's only by a hemisphere is a misread copy, so the photo's own
    /// counts, unless that states no hemispheres.
    ///
    /// - Parameter own: The metadata of the photo's file, which gets a warning about a contradiction.
    /// - Returns: The position; `nil` if neither has one.
    package func location(beside own: inout PhotoMetadata) -> PhotoLocation? {
        guard let location = properties?.location else { return own.location }
        let lacksHemispheres = own.warnings.contains { $0.subject == .hemispheres }
        if lacksHemispheres { own.warnings.removeAll { $0.subject == .hemispheres } }
        guard let mine = own.location, !lacksHemispheres, mine.isMirrored(from: location) else { return location }
        let path = files.first { $0.properties.location == location }?.path ?? "a sidecar"
        own.warnings.append(
            PhotoMetadata.Warning(
                "\(path) has the photo's position in another hemisphere; the photo's own counts", subject: .position))
        return mine
    }

    /// Reads the sidecars of a photo after finding them.
    ///
    /// - Parameters:
    ///   - path: The photo.
    ///   - bytes: The reader of the files.
    package init(of path: String, reading bytes: FileBytes) { self.init(of: Array(path.utf8), reading: bytes) }

    /// Reads the sidecars of a photo whose name may not be valid UTF-8.
    ///
    /// - Parameters:
    ///   - path: The photo.
    ///   - bytes: The reader of the files.
    package init(of path: [UInt8], reading bytes: FileBytes) {
        // The system would ignore everything after a zero byte.
        guard !path.contains(0) else { return }
        for candidate in SidecarName.candidates(of: path) where candidate != path { read(candidate, of: path, bytes) }
        bytes.close()
    }

    private mutating func read(_ candidate: [UInt8], of photo: [UInt8], _ bytes: FileBytes) {
        let path = String(decoding: candidate, as: UTF8.self)
        do throws(MetadataError) {
            try Self.open(candidate, bytes)
            guard let text = try bytes.bytes(at: 0, count: bytes.count) else {
                return warnings.append(PhotoMetadata.Warning("\(path) is too large for a sidecar"))
            }
            guard let content = XMPPacket.content(of: text) else {
                return warnings.append(PhotoMetadata.Warning("\(path) is not XMP"))
            }
            if let damage = content.damage { warnings.append(PhotoMetadata.Warning("\(path) is damaged: \(damage)")) }
            guard Self.belongs(content.properties, candidate, to: photo) else { return }
            for unread in content.properties.unread {
                warnings.append(PhotoMetadata.Warning("\(path): \(unread.message)", subject: unread.subject))
            }
            files.append(File(path: path, properties: content.properties))
        } catch {
            if RetryingOpen.isLimit(error.errno) { refusal = error }
            // Most photos have no sidecars.
            if !Self.isMissing(error) { warnings.append(PhotoMetadata.Warning(error.message)) }
        }
    }

    /// Returns whether a sidecar does not exist; if its name would be too long, it cannot exist.
    static func isMissing(_ error: MetadataError) -> Bool { error.code == .missing || error.errno == ENAMETOOLONG }

    /// Opens a file whose name may not be valid UTF-8.
    static func open(_ path: [UInt8], _ bytes: FileBytes) throws(MetadataError) {
        let text = path.map { CChar(bitPattern: $0) } + [0]
        let failure = text.withUnsafeBufferPointer { buffer -> MetadataError? in
            guard let base = buffer.baseAddress else { return nil }
            do throws(MetadataError) { try bytes.open(base) } catch { return error }
            return nil
        }
        if let failure { throw failure }
    }

    /// Returns whether a sidecar belongs to this photo: one without the photo's extension may state for which it is.
    private static func belongs(_ properties: XMPProperties, _ sidecar: [UInt8], to photo: [UInt8]) -> Bool {
        guard let wanted = properties.sidecarForExtension, SidecarName.base(of: sidecar) != photo else { return true }
        return SidecarName.isExtension(wanted, of: photo)
    }
}
