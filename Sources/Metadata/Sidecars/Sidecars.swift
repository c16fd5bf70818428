import Glibc

/// The sidecars that lie beside a photo, and what they say together.
///
/// ```swift
/// let sidecars = Sidecars(of: "/photos/IMG_1.CR2", reading: FileBytes())
/// print(sidecars.properties?.location ?? "no position in a sidecar")
/// ```
package struct Sidecars: Sendable {
    /// One of them.
    package struct File: Sendable {
        /// Where it is; parts that are no UTF-8 are replaced.
        package let path: String
        /// What it says.
        package let properties: XMPProperties
    }

    /// Those that belong to the photo, the one that wins first.
    package private(set) var files: [File] = []
    /// What could not be read.
    package private(set) var warnings: [MetadataWarning] = []
    /// Why a sidecar could not be opened that can be another time: no descriptor was left.
    package private(set) var refusal: MetadataError?

    /// What they say together: what the first one leaves open is filled up from the next.
    package var properties: XMPProperties? {
        guard var all = files.first?.properties else { return nil }
        for file in files.dropFirst() { all.fill(from: file.properties) }
        return all
    }

    /// Finds and reads the sidecars of a photo.
    ///
    /// - Parameters:
    ///   - path: The photo.
    ///   - bytes: What the files are read with.
    package init(of path: String, reading bytes: FileBytes) { self.init(of: Array(path.utf8), reading: bytes) }

    /// Finds and reads the sidecars of a photo whose name need not be UTF-8.
    ///
    /// - Parameters:
    ///   - path: The photo.
    ///   - bytes: What the files are read with.
    package init(of path: [UInt8], reading bytes: FileBytes) {
        // What follows a zero byte the system would not see.
        guard !path.contains(0) else { return }
        for candidate in SidecarName.candidates(of: path) where candidate != path { read(candidate, of: path, bytes) }
        bytes.close()
    }

    private mutating func read(_ candidate: [UInt8], of photo: [UInt8], _ bytes: FileBytes) {
        let path = String(decoding: candidate, as: UTF8.self)
        do throws(MetadataError) {
            try Self.open(candidate, bytes)
            guard let text = try bytes.bytes(at: 0, count: bytes.count) else {
                return warnings.append(MetadataWarning("\(path) is too large for a sidecar"))
            }
            guard let content = XMPPacket.content(of: text) else {
                return warnings.append(MetadataWarning("\(path) is no XMP"))
            }
            if let damage = content.damage { warnings.append(MetadataWarning("\(path) is damaged: \(damage)")) }
            guard Self.belongs(content.properties, candidate, to: photo) else { return }
            files.append(File(path: path, properties: content.properties))
        } catch {
            if RetryingOpen.isLimit(error.errno) { refusal = error }
            // Most photos have none.
            if !Self.isMissing(error) { warnings.append(MetadataWarning(error.message)) }
        }
    }

    /// Whether a sidecar is not there; a name that is too long for one cannot be.
    static func isMissing(_ error: MetadataError) -> Bool { error.code == .missing || error.errno == ENAMETOOLONG }

    /// Opens a file whose name need not be UTF-8.
    static func open(_ path: [UInt8], _ bytes: FileBytes) throws(MetadataError) {
        let text = path.map { CChar(bitPattern: $0) } + [0]
        let failure = text.withUnsafeBufferPointer { buffer -> MetadataError? in
            guard let base = buffer.baseAddress else { return nil }
            do throws(MetadataError) { try bytes.open(base) } catch { return error }
            return nil
        }
        if let failure { throw failure }
    }

    /// Whether a sidecar is this photo's: one without the photo's extension may say which it is for.
    private static func belongs(_ properties: XMPProperties, _ sidecar: [UInt8], to photo: [UInt8]) -> Bool {
        guard let wanted = properties.sidecarForExtension, SidecarName.base(of: sidecar) != photo else { return true }
        return SidecarName.isExtension(wanted, of: photo)
    }
}
