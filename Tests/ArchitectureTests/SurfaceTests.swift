import FoundationEssentials
import TestSupport
import Testing

/// What the listing of public declarations in `Docs/API` says, which `Scripts/docs` compares with the sources.
@Suite("The public surface") struct SurfaceTests {
    /// The declarations of each product, a line each, without their documentation.
    private let listings: [String: [Substring]]
    /// Those without documentation.
    private let undocumented: [String: [Substring]]

    init() throws {
        let folder = Fixtures.package.appending(path: "Docs/API")
        var found: [String: [Substring]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".txt") {
            let text = String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
            found[String(name.dropLast(4))] = text.split(separator: "\n", omittingEmptySubsequences: false)
        }
        // Two slashes after two spaces begin the first sentence of the documentation.
        listings = found.mapValues { lines in
            lines.map { line in line.firstRange(of: "  // ").map { line[..<$0.lowerBound] } ?? line }
        }
        undocumented = found.mapValues { lines in lines.filter { !$0.contains("  // ") } }
    }

    private static let kinds = ["struct ", "enum ", "class ", "protocol ", "actor ", "typealias "]

    /// The word behind the keyword of a type's declaration; `nil` for other lines.
    private static func typeName(_ line: Substring) -> Substring? {
        var words = line.split(separator: " ")
        while let first = words.first, first.hasPrefix("@") || ["final", "indirect", "open"].contains(first) {
            words.removeFirst()
        }
        guard words.count > 1, kinds.contains(words[0] + " ") else { return nil }
        return words[1].prefix { $0.isLetter || $0.isNumber }
    }

    private func types(of product: String) throws -> [Substring] {
        try #require(listings[product]).filter { !$0.hasPrefix(" ") && !$0.hasPrefix("#") }.compactMap(Self.typeName)
    }

    @Test("Each product is listed, and the number in its first line is that of its types")
    func headers() throws {
        #expect(
            Set(listings.keys) == ["LocationKit", "LocationKitPhotos", "LocationKitMaps", "LocationKitStreetImport"])
        for (product, lines) in listings {
            let count = try types(of: product).count
            let words = count == 1 ? "1 top-level type" : "\(count) top-level types"
            #expect(lines.first == "# Public declarations of \(product): \(words)")
        }
    }

    @Test(
        "Every declaration but synthesized initializers and plain cases has the first sentence of its documentation beside it"
    )
    func sentences() {
        for (product, lines) in undocumented {
            let others = lines.filter { line in
                let words = line.drop { $0 == " " }
                return !words.isEmpty && !["#", "init", "case "].contains { words.hasPrefix($0) }
            }
            #expect(others == [], "\(product)")
        }
    }

    @Test("Values that properties have at first are listed: a changed default shows in a review")
    func defaults() throws {
        let lines = try #require(listings["LocationKit"])
        let radius = lines.first { $0.hasPrefix("        var radius: Double = 30") }
        #expect(radius != nil, "StationaryDetector.Rules.radius")
        #expect(lines.count { $0.contains(#/^ +(?:var|let) \w+: .+ = /#) } >= 30)
    }

    @Test("A program sees at most 60 types of positions, tracks, names and settings, and at most 110 of all products")
    func counts() throws {
        #expect(try types(of: "LocationKit").count <= 60)
        #expect(try listings.keys.map { try types(of: $0).count }.reduce(0, +) <= 110)
    }

    @Test("Every error has a code, a message that is its description, and the advice apart")
    func errors() throws {
        var errors: [String] = []
        for lines in listings.values {
            for (index, line) in lines.enumerated() {
                let depth = line.prefix { $0 == " " }.count
                guard let name = Self.typeName(line.dropFirst(depth)), name.hasSuffix("Error"), line.contains("Error,")
                else {
                    continue
                }
                errors.append(String(name))
                let members = lines[(index + 1)...].prefix { $0.prefix { $0 == " " }.count > depth }
                    .filter { $0.prefix { $0 == " " }.count == depth + 4 }.joined(separator: "\n")
                for member in [" code: ", " message: String", " advice: String?"] {
                    #expect(members.contains(member), "\(name) has no\(member)")
                }
                // The property is that of a protocol which only this package sees.
                #expect(line.contains("CustomStringConvertible"), "\(name) has no description")
            }
        }
        #expect(errors.count >= 8, "\(errors)")
    }
}
