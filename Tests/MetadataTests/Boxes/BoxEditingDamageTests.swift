import TestSupport
import Testing

@testable import LKMetadata

@Suite("Damaged boxes are patched or refused")
struct BoxEditingDamageTests {
    static let samples: [(name: String, bytes: [UInt8])] =
        BoxDamageTests.samples.filter { $0.name != "mkv" } + [
            ("bare", HEIFEditingTests.bare(hasReferences: true)),
            ("keys", EditableVideos.video(.movieLast, brand: "qt  ", MP4EditingTests.keys)),
            ("user data", EditableVideos.video(.movieFirst, MP4EditingTests.user)),
            ("packet", EditableVideos.video(.movieFirst) + packet),
        ]
    static let packet = Bytes.box(
        "uuid", Bytes.u64(0xBE7A_CFCB_97A9_42E8), Bytes.u64(0x9C71_9994_91E3_AFAC), SamplePictures.packet)

    static let edits: [MetadataEdit] = {
        var place = MetadataEdit()
        var names = PhotoPlace()
        names.city = "Riga"
        place.placeCreated = .set(names)
        place.location = .set(EditedFile.location())
        return [EditedFile.setting(), EditedFile.removing, place]
    }()

    /// Whether there is a patch; it is undone by its inverse, which making an edited file checks.
    private func isPatched(_ bytes: [UInt8], _ edit: MetadataEdit) throws -> Bool {
        do {
            let edited = try EditedFile(bytes, by: edit)
            // What was read before is read again, whatever it was.
            _ = try? edited.metadata()
            return true
        } catch let refusal as EditRefusal {
            #expect(!refusal.reason.isEmpty)
        } catch let error as MetadataError {
            #expect(!error.message.isEmpty)
        }
        return false
    }

    @Test("Editing truncated HEIFs and videos gives a consistent patch or a refusal", arguments: samples.indices)
    func everyPrefixIsPatchedOrRefused(_ index: Int) throws {
        let bytes = Self.samples[index].bytes
        for edit in Self.edits {
            for count in Fixtures.cuts(0..<bytes.count) {
                _ = try isPatched(Array(bytes[..<count]), edit)
            }
        }
    }

    @Test("Editing randomly damaged HEIFs and videos gives a consistent patch or a refusal", arguments: samples.indices)
    func seededDamageIsPatchedOrRefused(_ index: Int) throws {
        let bytes = Self.samples[index].bytes
        var generator = SeededGenerator(seed: UInt64(index) + 100)
        let interesting: [[UInt8]] = [
            [0, 0, 0, 0], [0, 0, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 8],
            [0, 0, 0, 16],
        ]
        var patched = 0
        for round in 0..<Fixtures.rounds(900) {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<damaged.count - 16, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0, 1: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 2: damaged.replaceSubrange(place..<place + 4, with: interesting.randomElement(using: &generator)!)
                default: damaged.removeSubrange(place..<place + 3)
                }
            }
            if try isPatched(damaged, Self.edits[round % 3]) { patched += 1 }
        }
        if !["cr3", "fragments"].contains(Self.samples[index].name) { #expect(patched > 0) }
    }
}
