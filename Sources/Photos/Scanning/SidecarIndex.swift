import Metadata

/// Which sidecars belong to which files of a folder.
///
/// `IMG.JPG.xmp` belongs to `IMG.JPG` alone, `IMG.xmp` to every photo `IMG.*` of the folder.
struct SidecarIndex {
    private var byOwner: [RawPath: [(name: RawPath, stamp: FileStamp)]] = [:]

    static func isSidecar(_ name: RawPath) -> Bool { name.hasEnding(".xmp") }

    init(_ files: some Sequence<(name: RawPath, stamp: FileStamp)>) {
        for file in files where Self.isSidecar(file.name) {
            byOwner[file.name.stem, default: []].append(file)
        }
    }

    var isEmpty: Bool { byOwner.isEmpty }

    /// The sidecars of a file, the more special first, and a hash of their states; 0 without any.
    func sidecars(of name: RawPath) -> (names: [RawPath], hash: UInt64) {
        if byOwner.isEmpty { return ([], 0) }
        var found = (byOwner[name] ?? []).sorted { $0.name < $1.name }
        let stem = name.stem
        if stem != name { found += (byOwner[stem] ?? []).sorted { $0.name < $1.name } }
        guard !found.isEmpty else { return ([], 0) }
        var hash = StableHash()
        for sidecar in found {
            hash.combine(sidecar.name.bytes)
            sidecar.stamp.combine(into: &hash)
        }
        return (found.map(\.name), hash.value)
    }
}
