import Foundation
import Glibc
import TestSupport

@testable import LKPhotos

/// A folder of photos in words, and libraries that read it.
final class TestLibrary: Sendable {
    let folder = TemporaryFolder()
    let log: FakeReader.Log
    let catalog: String
    private let caches = TemporaryFolder()

    init(
        onRead: @escaping @Sendable (String) -> Void = { _ in },
        onRefusal: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        log = FakeReader.Log(onRead: onRead, onRefusal: onRefusal)
        catalog = caches.file("photos.sqlite")
    }

    /// The time at which these libraries live: long after the files were made, so that none is waited for.
    static let now: Int64 = 4_000_000_000

    func library(
        _ folders: [String]? = nil, files: [String] = [], hasCatalog: Bool = true, followsLinks: Bool = true,
        offsetLookup: PhotoLibrary.OffsetLookup? = nil, now: Int64 = now
    ) -> PhotoLibrary {
        var configuration = PhotoLibrary.Configuration()
        configuration.followsLinksToFolders = followsLinks
        configuration.offsetLookup = offsetLookup
        configuration.catalog = hasCatalog ? .file(URL(filePath: catalog)) : .none
        let log = log
        return PhotoLibrary(
            folders: (folders ?? [folder.path]).map { URL(filePath: $0, directoryHint: .isDirectory) },
            files: files.map { URL(filePath: $0) }, configuration: configuration, makeReader: { FakeReader(log) },
            now: { now })
    }

    /// Writes a photo as programs do: open, write, close.
    func write(_ name: String, _ text: String = "photo jpeg date=2014-05-24T10:00:00") throws {
        let path = folder.file(name)
        try FileManager.default.createDirectory(
            atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.file(name)) }

    func move(_ name: String, to other: String) { rename(folder.file(name), folder.file(other)) }
}

extension PhotoLibrary {
    /// The names of all files, in the order of the group.
    var names: [String] { allPhotos.assets.map(\.fileName) }
}
