import Foundation
import TestSupport
import Testing

@testable import LKStreets
@testable import LocationKitStreetImport

/// The index of a real extract, imported once for all tests: that takes seconds in a debug build.
struct SampleRegion: Sendable {
    let index: StreetIndex
    /// The index file's bytes.
    let bytes: [UInt8]
    let summary: StreetImport.Summary

    private static let liechtenstein = Result { try SampleRegion(importing: "liechtenstein-2024") }
    private static let monaco = Result { try SampleRegion(importing: "monaco-2026") }
    private static let helsinki = Result { try SampleRegion(importing: "helsinki") }

    /// Why tests of regions are skipped.
    static let absence: Comment = "needs shared/data/osm"
    /// The folder with the extracts; `nil` where it is absent.
    static let folder = Fixtures.folder("osm")

    /// Returns a region by the name of its extract.
    static func named(_ name: String) throws -> SampleRegion {
        switch name {
        case "liechtenstein-2024": try liechtenstein.get()
        case "monaco-2026": try monaco.get()
        case "helsinki": try helsinki.get()
        default: throw CocoaError(.fileNoSuchFile)
        }
    }

    private init(importing name: String) throws {
        let extract = try #require(Self.folder).appending(path: "\(name).osm.pbf").path
        let output = TemporaryFolder()
        summary = try StreetImport.run(files: [extract], to: output.file("region.streets"))
        bytes = Array(try Data(contentsOf: URL(filePath: output.file("region.streets"))))
        // It stays mapped when the folder is removed.
        index = try StreetIndex(path: output.file("region.streets"))
    }
}
