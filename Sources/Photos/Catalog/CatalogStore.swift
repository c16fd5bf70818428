final class CatalogStore: Sendable {
    init(_ place: PhotoLibrary.Configuration.Catalog) {}
    var problem: PhotosError? { nil }
    func load(_ roots: [RawPath]) -> [RawPath: [RawPath: FileEntry]] { [:] }
    func write(_ stored: StoredChanges, _ changes: RecordChanges, isFirst: Bool) {}
    func token() -> PhotoChangeToken? { nil }
    func finish() async {}
}
