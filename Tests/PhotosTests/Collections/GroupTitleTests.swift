import Foundation
import LKMetadata
import Testing

@testable import LKPhotos

@Suite("Titles in the user's language") struct GroupTitleTests {
    private func period(_ unit: CalendarGrouping.Period.Unit, _ date: String) -> CalendarGrouping.Period {
        CalendarGrouping.Period(unit, wallSeconds: Samples.wallTime(date)!.secondsSince1970)
    }

    private static let expected: [(String, [String])] = [
        ("en", ["2014", "May 2014", "Week 22, 2014", "May 26, 2014", "May 26, 2014, 9:00", "May 26, 2014, 9:05"]),
        ("en-GB", ["2014", "May 2014", "Week 22, 2014", "26 May 2014", "26 May 2014, 9:00", "26 May 2014, 9:05"]),
        (
            "de_AT.UTF-8",
            ["2014", "Mai 2014", "Woche 22, 2014", "26. Mai 2014", "26. Mai 2014, 9:00", "26. Mai 2014, 9:05"]
        ),
        ("fr", ["2014", "mai 2014", "Semaine 22, 2014", "26 mai 2014", "26 mai 2014, 9:00", "26 mai 2014, 9:05"]),
        (
            "es-MX",
            [
                "2014", "mayo de 2014", "Semana 22, 2014", "26 de mayo de 2014", "26 de mayo de 2014, 9:00",
                "26 de mayo de 2014, 9:05",
            ]
        ),
        (
            "it",
            [
                "2014", "maggio 2014", "Settimana 22, 2014", "26 maggio 2014", "26 maggio 2014, 9:00",
                "26 maggio 2014, 9:05",
            ]
        ),
        (
            "pt-BR",
            [
                "2014", "maio de 2014", "Semana 22, 2014", "26 de maio de 2014", "26 de maio de 2014, 9:00",
                "26 de maio de 2014, 9:05",
            ]
        ),
        ("ja", ["2014年", "2014年5月", "2014年第22週", "2014年5月26日", "2014年5月26日 9時", "2014年5月26日 9:05"]),
        ("zh-CN", ["2014年", "2014年5月", "2014年第22周", "2014年5月26日", "2014年5月26日 9时", "2014年5月26日 9:05"]),
        ("zh-Hant", ["2014年", "2014年5月", "2014年第22週", "2014年5月26日", "2014年5月26日 9時", "2014年5月26日 9:05"]),
        ("nl", ["2014", "2014-05", "2014-W22", "2014-05-26", "2014-05-26T09", "2014-05-26T09:05:07"]),
    ]

    @Test("Periods are written as the language writes them", arguments: expected)
    func periods(language: String, titles: [String]) {
        let units: [CalendarGrouping.Period.Unit] = [.year, .month, .week, .day, .hour, .second]
        let periods = units.map { period($0, "2014-05-26T09:05:07") }
        #expect(periods.map { PhotoCollection.Key.period($0).title(languages: [language]) } == titles)
        let moment = PhotoCollection.Key.moment(begin: periods[5], first: Samples.asset("a").id)
        #expect(moment.title(languages: [language]) == titles[5])
    }

    @Test("The first language with words counts; without one, titles are in English and ISO 8601")
    func preference() {
        let month = PhotoCollection.Key.period(period(.month, "2014-05-26"))
        #expect(month.title(languages: ["nl", "", "C", "de"]) == "Mai 2014")
        #expect(month.title(languages: []) == "2014-05" && PhotoCollection.Key.all.title(languages: ["nl"]) == "All")
        #expect(GroupWords.preferred(["zh_TW.UTF-8"])?.language == "zh-Hant")
        #expect(GroupWords.preferred(["zh-Hans-HK"])?.language == "zh-Hans")
        #expect(GroupWords.preferred(["C", "POSIX", "-", "@", "xx-en"]) == nil)
    }

    @Test("Week 1 may begin in the year before, the first of a month is special in French, years before 1 are ISO")
    func edges() {
        let week = period(.week, "2014-12-30")
        #expect(PhotoCollection.Key.period(week).title(languages: ["en"]) == "Week 1, 2015")
        let first = PhotoCollection.Key.period(period(.day, "2014-05-01"))
        #expect(first.title(languages: ["fr"]) == "1er mai 2014" && first.title(languages: ["it"]) == "1 maggio 2014")
        let ancient = CalendarGrouping.Period(.day, wallSeconds: -62_200_000_000)
        #expect(PhotoCollection.Key.period(ancient).title(languages: ["de"]) == ancient.description)
    }

    @Test("Fixed titles and names of groups are translated, those of places, folders and groupings of one's own kept")
    func words() throws {
        let languages = ["en", "de", "fr", "es", "it", "pt", "ja", "zh", "zh-TW"]
        for key in [PhotoCollection.Key.all, .undated, .unplaced] {
            let titles = languages.map { key.title(languages: [$0]) }
            #expect(titles[0] == key.description && titles.allSatisfy { !$0.isEmpty })
            #expect(!titles.dropFirst().contains(key.description))
        }
        #expect(PhotoCollection.Key.unplaced.title(languages: ["de"]) == "Ohne Ort")
        let place = PhotoCollection.Key.place(country: "Japan", state: nil, city: "Tokyo")
        #expect(place.title(languages: ["ja"]) == "Japan, Tokyo")
        #expect(PhotoCollection.Key.custom("X100V").title(languages: ["ja"]) == "X100V")
        let all = PhotoGroup(GroupState(id: .all, name: "All photos", assets: []))
        #expect(all.name(languages: ["de"]) == "Alle Fotos" && all.name(languages: ["nl"]) == "All photos")
        for smart in PhotoGroup.Smart.allCases {
            let group = PhotoGroup(
                GroupState(id: .smart(smart), name: GroupWords.english.name(of: smart), assets: []))
            #expect(group.name(languages: []) == group.name && !group.name(languages: ["ja"]).isEmpty)
            #expect(group.name(languages: ["ja"]) != group.name)
        }
        let url = URL(filePath: "/photos/Holiday", directoryHint: .isDirectory)
        let folder = PhotoGroup(GroupState(id: .folder(url), name: "Holiday", assets: []))
        #expect(folder.name(languages: ["ja"]) == "Holiday")
    }
}

/// Groups by camera, as the documentation of `PhotoGrouping` shows.
private struct ByCamera: PhotoGrouping {
    func entries(of assets: [PhotoAsset]) -> [PhotoCollection.Entry] {
        Dictionary(grouping: assets) { $0.camera?.model ?? "unknown" }
            .map { PhotoCollection.Entry(.custom($0.key), assets: $0.value) }.sorted { $0.id < $1.id }
    }
}

/// The largest entries first.
private struct BySize: PhotoSorter {
    func sorted(_ entries: [PhotoCollection.Entry]) -> [PhotoCollection.Entry] {
        entries.sorted { ($1.assets.count, $0.id) < ($0.assets.count, $1.id) }
    }
}

@Suite("A grouping and a sorter of one's own") struct OwnGroupingTests {
    private let assets = [
        Samples.asset("a", "2014-05-01", camera: "X100V"), Samples.asset("b", "2014-05-02", format: .mp4),
        Samples.asset("c", "2014-05-03", camera: "A7"), Samples.asset("d", "2014-05-04", camera: "X100V"),
    ]

    @Test("Entries, index paths, filters and sorters work as with the groupings of the library")
    func own() throws {
        let collection = PhotoCollection(assets: assets, grouping: ByCamera())
        #expect(collection.entries.map(\.words) == ["A7: c", "X100V: a d", "unknown: b"])
        #expect(collection.grouping is ByCamera && collection.groupID == nil)
        #expect(collection.indexPath(of: assets[3].id) == PhotoCollection.IndexPath(entry: 1, asset: 1))
        collection.sorter = BySize()
        #expect(collection.entries.map(\.words) == ["X100V: a d", "A7: c", "unknown: b"])
        collection.filter = .photo
        #expect(collection.entries.map(\.words) == ["X100V: a d", "A7: c"])
        collection.sorter = nil
        #expect(collection.entries.map(\.words) == ["A7: c", "X100V: a d"])
        #expect(PhotoCollection(assets: [], grouping: ByCamera()).entries.isEmpty)
    }

    @Test("A collection of a group has its identifier; one of assets has none")
    func groupID() {
        let group = PhotoGroup(GroupState(id: .smart(.videos), name: "Videos", assets: [assets[1]]))
        let collection = PhotoCollection(group: group, grouping: ByCamera())
        #expect(collection.groupID == .smart(.videos) && collection.entries.map(\.words) == ["unknown: b"])
        #expect(PhotoCollection(assets: group.assets, grouping: .all).groupID == nil)
    }
}
