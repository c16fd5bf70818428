import Foundation
import Glibc
import LKGeo
import LKMetadata
import LKPhotos
import Synchronization
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("FolderSorter") struct FolderSorterTests {
    private func targets(_ photo: SortedPhoto, _ album: SortAlbum) -> [String] {
        photo.files.map { String($0.newPath.dropFirst(album.out.count + 1)) }
    }

    /// The smallest JPEG XL, without a date.
    private static let undated: [UInt8] = [0xFF, 0x0A, 0x4F, 0x02, 0, 0, 0, 0]

    /// A JSON of Google Takeout for a photo of July 2016.
    private static func json(title: String) -> [UInt8] {
        Array(#"{"title":"\#(title)","photoTakenTime":{"timestamp":"1467374400"}}"#.utf8)
    }

    @Test("A photo takes its sidecars and the video of a live photo along") func together() async throws {
        let album = SortAlbum()
        album.add("a.jpg", SortAlbum.picture(5, 1))
        album.add("a.mov", SortAlbum.video(1))
        let backups = ["a.jpg_original", "a.xmp_original", "a.jpg.xmp_original"]
        for name in ["a.jpg.xmp", "a.xmp", "a.AAE", "b.xmp", "a.txt"] + backups { album.add(name, Array(name.utf8)) }
        let plan = try await album.plan()
        #expect(plan.photos.map(\.action) == [.move] && plan.copiedSize == 0 && plan.obstacle == nil)
        #expect(targets(plan.photos[0], album).first == "2026/05/a.jpg")
        #expect(
            Set(targets(plan.photos[0], album)) == [
                "2026/05/a.jpg", "2026/05/a.jpg.xmp", "2026/05/a.xmp", "2026/05/a.AAE", "2026/05/a.mov",
                "2026/05/a.txt",
                "2026/05/a.jpg_original", "2026/05/a.xmp_original", "2026/05/a.jpg.xmp_original",
            ])
        let named = try await album.plan("%Y/%m_%name")
        #expect(
            Set(targets(named.photos[0], album)) == [
                "2026/05_a.jpg", "2026/05_a.jpg.xmp", "2026/05_a.xmp", "2026/05_a.AAE", "2026/05_a.mov",
                "2026/05_a.txt",
                "2026/05_a.jpg_original", "2026/05_a.xmp_original", "2026/05_a.jpg.xmp_original",
            ])
        #expect(album.names.count == 10 && !album.hasOut)
    }

    @Test("Files of any kind that are named after a photo go with it, others stay") func namedAfterPhoto() async throws
    {
        let album = SortAlbum()
        album.add("IMG_1.CR2", SortAlbum.picture(5, 1))
        album.add("IMG_1.JPG", SortAlbum.picture(5, 2))
        album.add("b.jpg", SortAlbum.picture(6, 3))
        let own = [
            "IMG_1.CR2.dop", "IMG_1.JPG.pp3", "IMG_1.JPG.on1", "IMG_1.WAV", "IMG_1.cos", "IMG_1.txt", "IMG_1.vrd",
            "IMG_1.JPG.supplemental-metadata.json", "IMG_1.JPG.out.pp3",
        ]
        let others = ["IMG_1.backup.zip", "IMG_10.txt", "IMG_1", "IMG_1-notes.txt", "IMG_2.JPG.pp3", ".IMG_1.JPG.swp"]
        for name in own + others { album.add(name, Array(name.utf8)) }
        let plan = try await album.plan()
        let moved = plan.photos.flatMap { targets($0, album) }
        #expect(Set(moved) == Set((["IMG_1.CR2", "IMG_1.JPG"] + own).map { "2026/05/" + $0 } + ["2026/06/b.jpg"]))
        #expect(moved.count == own.count + 3)
        let renamed = try await album.plan("%Y-%m-%name").photos.flatMap { targets($0, album) }
        #expect(Set(renamed).isSuperset(of: own.map { "2026-05-" + $0 }))
    }

    @Test("Takeout's JSON with a cut or numbered name goes with its photo and keeps belonging to it")
    func takeout() async throws {
        let album = SortAlbum()
        let long = "IMG_20210801_101112_long_name_of_photo_from_phone"
        let photos = ["a(1).jpg", "a-edited.jpg", "a.jpg", long + ".jpg"]
        let files = ["a.jpg(1).json", "a.jpg.suppl.json", String(long.prefix(46)) + ".json"]
        for (number, name) in photos.enumerated() { album.add(name, SortAlbum.picture(5, number)) }
        for name in files { album.add(name, Array(name.utf8)) }
        let moved = try await album.plan().photos.flatMap { targets($0, album) }
        #expect(moved.sorted() == (photos + files).map { "2026/05/" + $0 }.sorted())
        let renamed = try await album.plan("x_%name").photos.flatMap { targets($0, album) }
        #expect(
            Set(renamed) == [
                "x_a(1).jpg", "x_a(1).jpg.supplemental-metadata.json", "x_a-edited.jpg", "x_a.jpg",
                "x_a.jpg.suppl.json",
                "x_\(long).jpg", "x_\(long).jpg.supplemental-metadata.json",
            ])
    }

    @Test(
        "A JSON whose name is the beginning of a photo's goes with the photo that has its title, and decides for no other"
    )
    func cutTitle() async throws {
        let album = SortAlbum()
        let name = "Family holiday at the lake with grandparents no "
        let json = String(name.prefix(46)) + ".json"
        album.add(name + "001.jxl", Self.undated)
        album.add(json, Self.json(title: name + "001.jxl"))
        album.add(name + "002.jpg", SortAlbum.picture(5, 2))
        let plan = try await album.plan()
        #expect(
            plan.photos.map { targets($0, album).sorted() } == [
                ["2016/07/\(json)", "2016/07/\(name)001.jxl"].sorted(), ["2026/05/\(name)002.jpg"],
            ])
        let alone = try await album.plan(only: [name + "002.jpg"])
        #expect(alone.photos.map { targets($0, album) } == [["2026/05/\(name)002.jpg"]])
    }

    @Test("The video of a motion photo goes where the photo goes, with the photo's JSON") func motionPhoto()
        async throws
    {
        let album = SortAlbum()
        let names = ["PXL_1.MP", "PXL_1.MP.jpg", "PXL_1.MP.jpg.supplemental-metadata.json"]
        album.add(names[0], SortAlbum.video(1))
        album.add(names[1], SortAlbum.picture(5, 1))
        album.add(names[2], Self.json(title: "PXL_1.MP.jpg"))
        #expect(Set(try await album.plan().photos.flatMap { targets($0, album) }) == Set(names.map { "2026/05/" + $0 }))
        let places = try await album.plan("%Y/%city").photos
        #expect(Set(places.flatMap { targets($0, album) }) == Set(names.map { "2026/Unknown/" + $0 }))
    }

    @Test(
        "The video of a motion photo, which has no date, goes where the photo goes",
        arguments: ["PXL_1.MP", "PXL_1.mp"])
    func motionVideo(_ video: String) async throws {
        let album = SortAlbum()
        album.add(video, SortAlbum.video(1))
        album.add(video + ".jpg", SortAlbum.picture(5, 1))
        album.add("PXL_2.MP.jpg", SortAlbum.picture(6, 2))
        let plan = try await album.plan()
        #expect(
            plan.photos.map { targets($0, album) } == [
                ["2026/05/\(video)"], ["2026/05/\(video).jpg"], ["2026/06/PXL_2.MP.jpg"],
            ])
        let alone = try await album.plan(only: [video])
        #expect(alone.photos.map { targets($0, album) } == [["Unknown/Unknown/\(video)"]])
    }

    @Test("A JSON whose name is cut off in the photo's extension gets the photo's new full name")
    func cutExtension() async throws {
        let album = SortAlbum()
        let long = "IMG_20210801_101112_long_name_of_photo_from_"
        let json = String("\(long).jpg".prefix(46)) + ".json"
        album.add(long + ".jpg", SortAlbum.picture(5, 1))
        album.add(json, Self.json(title: long + ".jpg"))
        #expect(
            try await album.plan().photos.map { targets($0, album) } == [["2026/05/\(long).jpg", "2026/05/\(json)"]])
        #expect(
            try await album.plan("x_%name").photos.map { targets($0, album) } == [
                ["x_\(long).jpg", "x_\(long).jpg.supplemental-metadata.json"]
            ])
    }

    @Test("Of photos that share a sidecar, the one with the most known values decides the folder") func known()
        async throws
    {
        let album = SortAlbum()
        album.add("a.JXL", Self.undated)
        album.add("a.jpg", SortAlbum.picture(5, 1))
        album.add("a.xmp", Array("shared".utf8))
        for (pattern, folder) in [("%Y/%m", "2026/05/"), ("%Y/%city", "2026/Unknown/")] {
            let moved = try await album.plan(pattern).photos.flatMap { targets($0, album) }
            #expect(Set(moved) == Set(["a.JXL", "a.jpg", "a.xmp"].map { folder + $0 }), "\(pattern)")
        }
    }

    @Test("An edited copy that gets a number keeps its place beside the original, whose JSON it shares")
    func editedNumbers() async throws {
        let album = SortAlbum()
        for folder in ["1", "2"] { mkdir(album.source + "/" + folder, 0o755) }
        album.add("1/a.jpg", SortAlbum.picture(5, 1))
        for (number, name) in ["a.jpg", "a-edited.jpg", "a(1).jpg", "a-edited(1).jpg"].enumerated() {
            album.add("2/" + name, SortAlbum.picture(5, 2 + number))
        }
        album.add("2/a.jpg.json", Self.json(title: "a.jpg"))
        album.add("2/a.jpg(1).json", Self.json(title: "a.jpg"))
        let moved = try await album.plan().photos.flatMap { targets($0, album) }
        #expect(
            moved.sorted() == [
                "2026/05/a(1).jpg", "2026/05/a-2-edited.jpg", "2026/05/a-2.jpg", "2026/05/a-2.jpg.json",
                "2026/05/a-edited(1).jpg", "2026/05/a.jpg", "2026/05/a.jpg(1).json",
            ])
        // With other names, each is found by Takeout's rules as well.
        let renamed = try await album.plan("%Y-%name-x").photos.flatMap { targets($0, album) }
        let names = TakeoutNames(renamed.map { Array($0.utf8) })
        for (photo, json) in [
            ("2026-a-x-2-edited.jpg", "2026-a-x-2.jpg.json"),
            ("2026-a(1)-x-edited.jpg", "2026-a(1)-x.jpg.supplemental-metadata.json"),
        ] {
            #expect(renamed.contains(photo), "\(renamed)")
            #expect(names.matches(of: Array(photo.utf8)).first?.name == Array(json.utf8), "\(renamed)")
        }
    }

    @Test("An edited copy without its original does not become the copy of another photo by its number")
    func editedAlone() async throws {
        let album = SortAlbum()
        for folder in ["1", "2", "3"] { mkdir(album.source + "/" + folder, 0o755) }
        for (number, name) in ["1/a.jpg", "1/a-edited.jpg", "2/a.jpg", "3/a-edited.jpg"].enumerated() {
            album.add(name, SortAlbum.picture(5, number))
        }
        album.add("2/a.jpg.json", Self.json(title: "a.jpg"))
        let moved = try await album.plan().photos.flatMap { targets($0, album) }
        #expect(
            moved.sorted() == [
                "2026/05/a-2.jpg", "2026/05/a-2.jpg.json", "2026/05/a-edited-2.jpg", "2026/05/a-edited.jpg",
                "2026/05/a.jpg",
            ])
    }

    @Test("The thumbnail and the preview of a video go where the video goes") func previews() async throws {
        let album = SortAlbum()
        album.add("GX010001.THM", SortAlbum.picture(6, 1))
        album.add("GX010001.LRV", SortAlbum.video(2))
        album.add("GX010001.MP4", SortAlbum.video(3), modified: 1_700_000_000)
        album.add("c.THM", SortAlbum.picture(7, 4))
        let plan = try await album.plan("%Y")
        let folders = Set(plan.photos.flatMap { targets($0, album) }.filter { $0.contains("GX") }.map { $0.prefix(4) })
        #expect(folders.count == 1, "\(plan.photos.map { targets($0, album) })")
        #expect(plan.photos.flatMap { targets($0, album) }.count == 4)
    }

    @Test("Photos that share a sidecar stay together, the first decides where") func shared() async throws {
        let album = SortAlbum()
        album.add("a.jpeg", SortAlbum.picture(5, 1))
        album.add("a.jpg", SortAlbum.picture(6, 2))
        album.add("a.xmp", Array("shared".utf8))
        let plan = try await album.plan()
        #expect(plan.photos.map(\.action) == [.move, .move])
        #expect(
            Set(plan.photos.flatMap { targets($0, album) }) == ["2026/05/a.jpeg", "2026/05/a.jpg", "2026/05/a.xmp"])
    }

    @Test("A photo that shares a sidecar with a photo that is not sorted is skipped, and both together are moved")
    func sharedWithUnsorted() async throws {
        let album = SortAlbum()
        album.add("a.jpeg", SortAlbum.picture(5, 1))
        album.add("a.jpg", SortAlbum.picture(6, 2))
        album.add("b.jpeg", SortAlbum.picture(5, 3))
        album.add("b.jpg", SortAlbum.picture(6, 4))
        for name in ["a.xmp", "a.jpg.xmp", "b.jpg.xmp"] { album.add(name, Array(name.utf8)) }
        for (name, other) in [("a.jpg", "a.jpeg"), ("a.jpeg", "a.jpg")] {
            let plan = try await album.plan(only: [name])
            let reason = "it shares a.xmp with \(other), which is not sorted; name both, or move one away"
            #expect(plan.photos.map(\.action) == [.skip(reason)] && plan.photos[0].files.isEmpty)
        }
        let both = try await album.plan(only: ["a.jpg", "a.jpeg"])
        #expect(both.photos.map(\.action) == [.move, .move])
        #expect(
            both.photos.flatMap { targets($0, album) }.sorted()
                == ["a.jpeg", "a.jpg", "a.jpg.xmp", "a.xmp"].map { "2026/05/" + $0 })
        // A sidecar with the full name of a photo is not shared.
        let own = try await album.plan(only: ["b.jpg"])
        #expect(own.photos.map { targets($0, album) } == [["2026/06/b.jpg", "2026/06/b.jpg.xmp"]])
    }

    @Test(
        "A photo gets a number if a file named after it without extension would belong to another photo as well",
        arguments: ["a.xmp", "a.json", nil], [false, true])
    func namesakes(_ sidecar: String?, isThereBefore: Bool) async throws {
        for sidecarFolder in sidecar == nil ? ["1"] : ["1", "2"] {
            let album = SortAlbum()
            func add(_ folder: String, _ name: String, _ number: Int) {
                mkdir(album.source + "/" + folder, 0o755)
                album.add("\(folder)/\(name)", SortAlbum.picture(5, number))
                if let sidecar, folder == sidecarFolder { album.add("\(folder)/\(sidecar)", Array(sidecar.utf8)) }
            }
            add("1", "a.jpg", 1)
            // With or without the first photo in the plan.
            if isThereBefore { try await album.sort() }
            add("2", "a.jpeg", 2)
            let photo = try #require(try await album.plan().photos.last)
            let stem = sidecar == nil ? "a" : "a-2"
            var expected = ["2026/05/\(stem).jpeg"]
            if let sidecar, sidecarFolder == "2" { expected.append("2026/05/\(stem)\(sidecar.dropFirst())") }
            #expect(targets(photo, album) == expected && photo.isRenumbered == (sidecar != nil))
        }
    }

    @Test("A name that is taken gets a number, with all files of the photo") func numbers() async throws {
        let album = SortAlbum()
        for folder in ["1", "2", "3"] { mkdir(album.source + "/" + folder, 0o755) }
        album.add("1/a.jpg", SortAlbum.picture(5, 1))
        album.add("2/a.jpg", SortAlbum.picture(5, 2))
        album.add("2/a.jpg.xmp", [1])
        // Another photo's sidecar has the name.
        try FileManager.default.createDirectory(atPath: album.out + "/2026/05", withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: album.out + "/2026/05/a-2.jpg.xmp", contents: Data([2]))
        album.add("3/a.jpg", SortAlbum.picture(5, 1))
        let plan = try await album.plan()
        #expect(targets(plan.photos[0], album) == ["2026/05/a.jpg"] && !plan.photos[0].isRenumbered)
        #expect(targets(plan.photos[1], album) == ["2026/05/a-3.jpg", "2026/05/a-3.jpg.xmp"])
        #expect(plan.photos[1].isRenumbered)
        #expect(plan.photos[2].action == .skip("it is the same as \(album.source)/1/a.jpg"))
    }

    @Test("What is there already is not sorted again") func again() async throws {
        let album = SortAlbum()
        album.add("a.jpg", SortAlbum.picture(5, 1))
        try await album.sort(copies: true)
        let plan = try await album.plan()
        guard case .skip(let reason) = plan.photos[0].action else {
            Issue.record("\(plan.photos[0].action)")
            return
        }
        #expect(reason == "the same photo is there already: \(album.out)/2026/05/a.jpg")
        let inPlace = try await album.plan(from: album.out)
        #expect(inPlace.photos.map(\.action) == [.keep])
        // With another sidecar it is another photo.
        album.add("a.jpg.xmp", [1])
        #expect(targets(try await album.plan().photos[0], album) == ["2026/05/a-2.jpg", "2026/05/a-2.jpg.xmp"])
    }

    @Test("Names of places are those of the photo, else those of its position") func places()
        async throws
    {
        let album = SortAlbum()
        let coordinate = try #require(Coordinate(latitude: 35.7, longitude: 139.8))
        for number in 1...3 { album.add("\(number).jpg", SortAlbum.picture(5, number)) }
        album.add("4.jpg", SortAlbum.picture(6, 4))
        var edits: [PhotoEdit] = []
        for number in 1...3 {
            var edit = MetadataEdit()
            edit.location = .set(PhotoLocation(coordinate: coordinate))
            var place = PhotoPlace()
            (place.city, place.country, place.countryCode) = ("Edo", "Nippon", "JP")
            if number == 3 { (edit.placeCreated, edit.placeShown) = (.set(place), .set(place)) }
            edits.append(PhotoEdit(path: "\(album.source)/\(number).jpg", edit: edit))
        }
        let tagger = PhotoTagger()
        #expect(await tagger.write(edits).allSatisfy { $0.action == .written })
        await tagger.finish()
        let naming = OnePlace(coordinate)
        let plan = try await album.plan("%country/%state/%city", naming: naming)
        #expect(
            plan.photos.map { targets($0, album)[0] } == [
                "Japan/Tokyo/Taito/1.jpg", "Japan/Tokyo/Taito/2.jpg", "Nippon/Tokyo/Edo/3.jpg",
                "Unknown/Unknown/Unknown/4.jpg",
            ])
        #expect(plan.photos[3].missing == ["%country", "%state", "%city"])
        #expect(naming.count == 3)
        _ = try await album.plan("%Y", naming: naming)
        #expect(naming.count == 3)
    }

    /// Knows one position, and counts how often it is asked.
    private final class OnePlace: PlaceNaming {
        private let coordinate: Coordinate
        private let names: PlaceNames
        private let questions = Mutex(0)
        var count: Int { questions.withLock { $0 } }

        init(_ coordinate: Coordinate) {
            var place = PhotoPlace()
            (place.country, place.state, place.city, place.countryCode) = ("Japan", "Tokyo", "Taito", "JP")
            (self.coordinate, names) = (coordinate, PlaceNames(place))
        }

        func names(at asked: Coordinate) -> PlaceNames? {
            questions.withLock { $0 += 1 }
            return abs(asked.latitude - coordinate.latitude) < 1e-6 ? names : nil
        }
    }

    @Test("A link, a folder that cannot be changed and a file in the way are known before anything is moved")
    func obstacles() async throws {
        let album = SortAlbum()
        album.add("a.jpg", SortAlbum.picture(5, 1))
        symlink("a.jpg", album.source + "/b.jpg")
        album.add("c.jpg", SortAlbum.picture(6, 2))
        try FileManager.default.createDirectory(atPath: album.out + "/2026", withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: album.out + "/2026/06", contents: Data([2]))
        let plan = try await album.plan()
        #expect(plan.photos[0].action == .move)
        #expect(plan.photos[1].action == .skip("it is a symbolic link; sort the folder that it leads to"))
        guard case .fail(let error) = plan.photos[2].action else {
            Issue.record("\(plan.photos[2].action)")
            return
        }
        #expect(error.message.contains("\(album.out)/2026/06 is a file"))
    }

    @Test("What goes to another file system is known, and how much that is", .enabled(if: SortAlbum.hasElsewhere))
    func elsewhere() async throws {
        let album = SortAlbum(elsewhere: true)
        album.add("a.jpg", SortAlbum.picture(5, 1))
        let plan = try await album.plan()
        #expect(plan.photos[0].action == .move && plan.photos[0].isTransferred && plan.copiedSize > 4000)
        #expect(plan.obstacle == nil)
    }
}
