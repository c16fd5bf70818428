import FoundationEssentials
import LKGeocoding
import TestSupport
import Testing

/// The display form against OpenCage's public cases, which are the form's definition.
@Suite("Public address cases")
struct AddressCasesTests {
    private static let folder = Fixtures.folder("address-formatting")

    /// Why cases are not met, by file and name; everything else that is missed says that it is new.
    private static let reasons: [String: String] = [:]

    @Test("at least 95 % come out as expected, and each miss is listed", .enabled(if: folder != nil, "no shared data"))
    func all() throws {
        let cases = try AddressCase.all(in: #require(Self.folder))
        try #require(cases.count > 200)
        var misses: [(case: AddressCase, lines: [String])] = []
        for one in cases {
            let lines = AddressFormatter().lines(for: one.address)
            if lines != one.lines { misses.append((one, lines)) }
        }
        let text = Self.report(cases.count, misses)
        let file = Fixtures.package.appending(path: "Docs/AddressMisses.md")
        if ProcessInfo.processInfo.environment["LOCATE_WRITE_GENERATED"] != nil {
            try Data(text.utf8).write(to: file)
        }
        for miss in misses {
            print("\(miss.case.file) \(miss.case.name): \(miss.lines) instead of \(miss.case.lines)")
        }
        #expect(misses.count * 20 <= cases.count)
        let committed = try String(contentsOf: file, encoding: .utf8)
        #expect(committed == text, "Docs/AddressMisses.md is out of date; Scripts/generate writes it again")
    }

    private static func report(_ count: Int, _ misses: [(case: AddressCase, lines: [String])]) -> String {
        var text = """
            # Address cases that are not met

            Of the 462 public cases of OpenCage's address-formatting, \(count) are available here, and
            \(count - misses.count) come out as expected. `Scripts/generate` writes this page again if the cases are installed.

            """
        if misses.isEmpty { text += "\nNone is missed.\n" }
        for (one, lines) in misses {
            text += """

                ## \(one.file), \(one.name)

                Expected `\(one.lines.joined(separator: " / "))`, printed `\(lines.joined(separator: " / "))`:
                \(reasons["\(one.file) \(one.name)"] ?? "new, not looked at yet").

                """
        }
        return text
    }
}
