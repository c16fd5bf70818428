import FoundationEssentials
import LKGeocoding
import TestSupport
import Testing

/// The display form against OpenCage's public cases, which are the form's definition.
@Suite("Public address cases")
struct AddressCasesTests {
    private static let folder = Fixtures.folder("address-formatting")

    @Test("All come out as expected", .enabled(if: folder != nil, "no shared data"))
    func all() throws {
        let cases = try AddressCase.all(in: #require(Self.folder))
        try #require(cases.count > 200)
        for one in cases {
            let lines = AddressFormatter().lines(for: one.address)
            #expect(lines == one.lines, "\(one.file), \(one.name)")
        }
    }
}
