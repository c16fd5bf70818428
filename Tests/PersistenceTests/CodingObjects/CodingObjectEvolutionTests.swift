import Foundation
import LKPersistence
import Testing

@Suite("CodingObject: older and newer programs") struct CodingObjectEvolutionTests {
    final class First: CodingObject {
        @Coded var title = ""
        @Coded var note = ""
    }

    final class Second: CodingObject {
        struct Color: Codable, Hashable { var red = 0.5, name = "red", codes: [Int?] = [1, nil, 300] }

        @Coded var title = ""
        @Coded(formerly: "comment", "note") var remark = "none"
        @Coded var rating = 3
        @Coded var tags = ["new"]
        @Coded var color = Color()
        @Coded var date = Date(timeIntervalSinceReferenceDate: 700_000_000)
        @Coded var data = Data([1, 2, 3])
        @Coded var heights = [1.5, 2, -0.0]
        @Coded var large = UInt64.max
        @Coded var inner = First()
    }

    @Test("A new property keeps its declared default, a renamed one its value", arguments: Coder.allCases)
    func newer(coder: Coder) throws {
        let first = First()
        first.title = "t"
        first.note = "n"
        let second = try coder.returned(first, as: Second.self)
        #expect(second.title == "t")
        #expect(second.remark == "n")
        #expect(second.rating == 3)
        #expect(second.tags == ["new"])
    }

    @Test("What an older program does not know survives its changes", arguments: Coder.allCases)
    func older(coder: Coder) throws {
        let second = Second()
        second.rating = 5
        second.color = Second.Color(red: 0.1, name: "$x", codes: [nil, 7])
        second.inner.title = "inner"
        let first = try coder.returned(second, as: First.self)
        first.title = "changed"
        let result = try coder.returned(coder.returned(first), as: Second.self)
        #expect(result.title == "changed")
        #expect(result.rating == 5)
        #expect(result.color == second.color)
        #expect(result.date == second.date)
        #expect(result.data == second.data)
        #expect(result.heights.map(\.bitPattern) == second.heights.map(\.bitPattern))
        #expect(result.large == second.large)
        #expect(result.inner.title == "inner")
    }

    @Test("The current key wins over former ones, which are not kept") func bothKeys() throws {
        let json = #"{"remark": "new", "note": "old", "comment": "older", "unknown": null}"#
        let second = try JSONDecoder().decode(Second.self, from: Data(json.utf8))
        #expect(second.remark == "new")
        let again = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(second)) as? [String: Any]
        let keys = Set(try #require(again).keys)
        #expect(keys.isDisjoint(with: ["note", "comment"]))
        #expect(keys.contains("unknown"))
    }
}
