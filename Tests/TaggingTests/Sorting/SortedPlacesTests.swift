import LKGeocoding
import LKMetadata
import Testing

@testable import LKPlanning
@testable import LKTagging

/// Folders named after the places of photos.
@Suite struct SortedPlacesTests {
    private let naming = WorldPlaces(languages: [.english])

    @Test("Folders are named after the country and differ in more than case") func folders() async throws {
        let album = SortAlbum()
        let names = ["AUSTRIA", "Österreich", "Austria", nil]
        for number in 1...4 { album.add("\(number).jpg", SortAlbum.picture(5, number)) }
        var edits: [PhotoEdit] = []
        for (number, name) in names.enumerated() {
            var place = PhotoPlace()
            (place.country, place.city) = (name, number == 0 ? "WIEN" : "Wien")
            if name == nil { place.countryCode = "AT" }
            var edit = MetadataEdit()
            (edit.placeCreated, edit.placeShown) = (.set(place), .set(place))
            edits.append(PhotoEdit(path: "\(album.source)/\(number + 1).jpg", edit: edit))
        }
        let tagger = PhotoTagger()
        #expect(await tagger.write(edits).allSatisfy { $0.action == .written })
        await tagger.finish()
        let plan = try await album.plan("%country/%city", naming: naming)
        let folders = plan.photos.map { $0.files[0].newPath.dropFirst(album.out.count + 1) }
        #expect(folders == ["Austria/WIEN/1.jpg", "Austria/WIEN/2.jpg", "Austria/WIEN/3.jpg", "Austria/WIEN/4.jpg"])
        #expect(!plan.photos.contains { !$0.missing.isEmpty })
    }

    @Test("Sorting puts a moved photo into the folder of its position") func sorted() async throws {
        let album = SortAlbum()
        var kiel = PhotoPlace()
        (kiel.country, kiel.state, kiel.city) = ("Germany", "Schleswig-Holstein", "Kiel")
        album.add("1.jpg", SortAlbum.picture(5, 1))
        var edit = MetadataEdit()
        edit.location = .set(PhotoLocation(coordinate: Walk.place(48.8566, 2.3522)))
        (edit.placeCreated, edit.placeShown) = (.set(kiel), .set(kiel))
        let tagger = PhotoTagger()
        #expect(
            await tagger.write([PhotoEdit(path: "\(album.source)/1.jpg", edit: edit)]).allSatisfy {
                $0.action == .written
            })
        await tagger.finish()
        let plan = try await album.plan("%country/%city", naming: naming)
        #expect(
            plan.photos.map { String($0.files[0].newPath.dropFirst(album.out.count + 1)) } == ["France/Paris/1.jpg"])
        #expect(plan.photos.map(\.missing) == [[]])
    }
}
