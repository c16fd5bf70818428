import Foundation
import TestSupport
import Testing

/// The sample photos that may lie beside the checkout.
enum PhotoSamples {
    static let folder = Fixtures.folder("photos")

    static let absence: Comment =
        "the sample photos are not at hand; set LOCATIONKIT_TEST_DATA to where their folder is"

    /// The files of the folder and of those in it, sorted; in a quick run each sixth.
    static let paths: [String] = {
        guard let folder else { return [] }
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return Fixtures.some(
            names.sorted().map { folder.path + "/" + $0 }.filter {
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
            })
    }()
}
