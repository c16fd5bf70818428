import LKMetadata
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("SortPattern") struct SortPatternTests {
    private func facts(_ change: (inout SortPattern.Facts) -> Void = { _ in }) throws -> SortPattern.Facts {
        let wall = try #require(PhotoDate.WallTime(year: 2026, month: 5, day: 9, hour: 7, minute: 5))
        var facts = SortPattern.Facts(stem: "IMG_1")
        facts.date = PhotoDate(wallTime: wall, rule: .original)
        var place = PhotoPlace()
        (place.country, place.state, place.city, place.sublocation) = ("Japan", "Tokyo", "Taito", "Asakusa")
        place.countryCode = "JP"
        facts.place = place
        var camera = Camera()
        (camera.make, camera.model) = ("Maker", "Model 1")
        (facts.camera, facts.type) = (camera, .jpeg)
        change(&facts)
        return facts
    }

    @Test(
        "Words and letters stand for what is known",
        arguments: [
            ("%country/%city/%Y-%m", ["Japan", "Taito", "2026-05"]),
            ("%state, %place/%camera/%type", ["Tokyo, Asakusa", "Model 1", "jpeg"]),
            ("%Y/%B %d/%Hh", ["2026", "May 09", "07h"]), ("/%j//%a/", ["129", "Sat"]),
            ("%place.country/%place.state-%place.city/%place.subLocality", ["Japan", "Tokyo-Taito", "Asakusa"]),
            ("%countryCode/%place.countryCode, %subLocality", ["JP", "JP, Asakusa"]),
            ("100%%/./%F", ["100%", "2026-05-09"]), ("%Ymonth", ["2026month"]),
        ])
    func known(pattern: String, folders: [String]) throws {
        let pattern = try SortPattern(pattern)
        #expect(pattern.folders(for: try facts()) == folders)
        #expect(pattern.missing(try facts()) == [])
        #expect(pattern.stem("IMG_1", for: try facts()) == "IMG_1")
    }

    @Test("A last part with the name names files") func names() throws {
        let pattern = try SortPattern("%Y/%m%d_%name")
        #expect(pattern.folders(for: try facts()) == ["2026"])
        #expect(pattern.stem("IMG_1", for: try facts()) == "0509_IMG_1")
        #expect(pattern.stem("IMG_2", for: try facts()) == "0509_IMG_2")
        #expect(try SortPattern("%name/%Y").folders(for: try facts()) == ["IMG_1", "2026"])
    }

    @Test("What is not known is called so, once for each folder") func unknown() throws {
        let pattern = try SortPattern("%country/%Y-%m/by %camera in %city")
        #expect(pattern.folders(for: SortPattern.Facts(stem: "a")) == ["Unknown", "Unknown", "Unknown"])
        #expect(pattern.missing(SortPattern.Facts(stem: "a")) == ["%country", "%Y", "%m", "%camera", "%city"])
        #expect(
            pattern.folders(for: try facts { $0.camera = nil }) == ["Japan", "2026-05", "by Unknown in Taito"])
        // The time of the file says when it was copied, and a day has no hour.
        #expect(try SortPattern("%Y").folders(for: try facts { $0.date?.rule = .fileTime }) == ["Unknown"])
        let day = try facts { $0.date?.wallTime.isDayOnly = true }
        #expect(try SortPattern("%d/%H").folders(for: day) == ["09", "Unknown"])
        #expect(try SortPattern("%city").folders(for: try facts { $0.place?.city = " " }) == ["Unknown"])
    }

    @Test(
        "Names neither hide nor lead elsewhere",
        arguments: [
            ("a/b\\c", "a_b_c"), ("..", "_."), (".", "_"), (".hidden", "_hidden"), ("a\0\n\u{7F}\u{9B}b", "a____b"),
            ("\u{202E}gpj.x", "_gpj.x"), (" wide ", "wide"), ("São Tomé 東京 🗼", "São Tomé 東京 🗼"),
            ("a\u{61C}\u{200B}\u{E0041}b\u{FEFF}", "a___b_"), ("\u{200C}می\u{200C}خواهم", "_می\u{200C}خواهم"),
        ])
    func safe(city: String, folder: String) throws {
        #expect(try SortPattern("%city").folders(for: try facts { $0.place?.city = city }) == [folder])
    }

    @Test("A name is cut where it would be too long, and never within a letter") func long() throws {
        let city = String(repeating: "🇯🇵", count: 100)
        let folder = try #require(
            try SortPattern("%city").folders(for: try facts { $0.place?.city = city }).first)
        #expect(folder.utf8.count <= 200 && folder.utf8.count > 190 && city.hasPrefix(folder))
    }

    @Test(
        "A pattern that cannot be used says why",
        arguments: [
            ("", "is empty"), ("/./", "is empty"), ("%", "% is not a placeholder"), ("%planet", "%planet is not"),
            ("%Y/%month", "%month is not"),
            ("%Y/../%m", "leads out"), ("%T", "%T is not a placeholder"),
        ])
    func unusable(pattern: String, reason: String) {
        #expect { _ = try SortPattern(pattern) } throws: {
            TaggingError.Code.unusable ~= $0 && "\($0)".contains(reason)
        }
    }
}
