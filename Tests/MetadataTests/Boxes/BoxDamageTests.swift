import TestSupport
import Testing

@testable import LKMetadata

@Suite("Damaged and hostile boxes, elements and packets")
struct BoxDamageTests {
    /// A file of each kind, as small as it can be with everything in it.
    static let samples: [(name: String, bytes: [UInt8])] = [
        ("heic", SamplePictures.picture(.init(properties: [SamplePictures.rotation(3), SamplePictures.mirror(1)]))),
        ("heic with item data", SamplePictures.picture(.init(usesItemData: true, locationVersion: 2))),
        ("mov", SampleVideos.apple), ("mp4", SampleVideos.android), ("fragments", SampleVideos.fragmented),
        ("cr3", CR3ContainerTests.picture), ("mkv", MatroskaContainerTests.video),
    ]

    /// Reads whatever it is; a clear error is as good as facts.
    private func read(_ bytes: [UInt8], _ reader: MetadataReader) -> PhotoMetadata? {
        do throws(MetadataError) { return try reader.metadata(of: bytes) } catch {
            #expect(!error.message.isEmpty)
            return nil
        }
    }

    @Test("Every truncated HEIF or video gives metadata or an error, and no thumbnail beyond its end")
    func everyPrefixGivesFactsOrAnError() {
        let reader = MetadataReader()
        for (name, bytes) in Self.samples {
            #expect(read(bytes, reader)?.warnings == [], "\(name)")
            for count in Fixtures.cuts(0..<bytes.count) {
                let found = read(Array(bytes[..<count]), reader)
                // What is not there is not made up.
                if let thumbnail = found?.thumbnail { #expect(thumbnail.offset + thumbnail.count <= count) }
            }
        }
    }

    @Test("Randomly damaged HEIFs and videos give metadata or an error", arguments: samples.indices)
    func seededDamageGivesFactsOrAnError(_ index: Int) {
        let bytes = Self.samples[index].bytes
        let reader = MetadataReader()
        var generator = SeededGenerator(seed: UInt64(index) + 1)
        let interesting: [[UInt8]] = [
            [0, 0, 0, 0], [0, 0, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0],
            [0, 0, 0, 7], [0, 0, 0, 8],
        ]
        for _ in 0..<Fixtures.rounds(1500) {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<damaged.count - 16, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 1: damaged[place] = UInt8.random(in: 0...255, using: &generator)
                case 2:
                    let value = interesting.randomElement(using: &generator) ?? []
                    damaged.replaceSubrange(place..<place + 4, with: value)
                default: damaged.removeSubrange(place..<min(damaged.count - 8, place + 3))
                }
            }
            if let found = read(damaged, reader) {
                #expect(found.seconds.map { $0.isFinite && $0 >= 0 } ?? true)
                if let thumbnail = found.thumbnail { #expect(thumbnail.offset + thumbnail.count <= damaged.count) }
            }
        }
    }

    @Test("Truncated and damaged XMP packets never trap")
    func seededDamageOfPacketsGivesFactsOrNothing() {
        let text = XMPPacketTests.packet(
            "exif:GPSLatitude='52,1.2N' exif:GPSLongitude='12,1.2E' tiff:Orientation='6'",
            "<ext:LocationShown><rdf:Bag><rdf:li rdf:parseType='Resource'><ext:City>Riga</ext:City></rdf:li></rdf:Bag>"
                + "</ext:LocationShown><dc:title><rdf:Alt><rdf:li xml:lang='x-default'>T</rdf:li></rdf:Alt></dc:title>")
        let bytes = Array(text.utf8)
        var generator = SeededGenerator(seed: 77)
        var understood = 0
        for count in Fixtures.cuts(0..<bytes.count) {
            _ = bytes[..<count].withUnsafeBytes { XMPPacket.content(of: $0) }
        }
        for _ in 0..<Fixtures.rounds(3000) {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            if damaged.withUnsafeBytes({ XMPPacket.content(of: $0) }) != nil { understood += 1 }
        }
        #expect(understood > 0)
    }

    @Test("A box with a false 64-bit size is rejected", arguments: [UInt64(0), 1, 15, 1 << 31, 1 << 62, 1 << 63, .max])
    func sizesOf64BitsAreChecked(_ size: UInt64) {
        let box = Bytes.u32(1) + Bytes.code("mdat") + Bytes.u64(size) + Bytes.zeros(8)
        for type in [Bytes.brands("qt  "), Bytes.brands("heic", "mif1")] {
            #expect(read(type + box, MetadataReader()) == nil)
        }
        let header = Bytes.big(1 << 56 | size >> 8, 8)
        _ = read(MatroskaContainerTests.head + [0x18, 0x53, 0x80, 0x67] + header, MetadataReader())
    }

    @Test("A box of size zero reaches to the end of the file")
    func aBoxOfSizeZeroGoesToTheEnd() throws {
        let moov = Bytes.box("moov", SampleVideos.movieHeader())
        let found = read(Bytes.brands("mp42") + Bytes.u32(0) + moov.dropFirst(4), MetadataReader())
        #expect(found?.duration == .seconds(4))
        #expect(found?.warnings == [])
    }

    @Test("Reading gives up on too many small boxes or items, and keeps what it found")
    func millionsOfSmallBoxesAreGivenUpOn() {
        var bytes = Bytes.brands("mp42") + Bytes.box("moov", SampleVideos.movieHeader())
        let empty = Bytes.box("free")
        bytes.reserveCapacity(8_000_100)
        for _ in 0..<(Fixtures.isThorough ? 1_000_000 : 120_000) { bytes += empty }
        let found = read(bytes, MetadataReader())
        #expect(found?.duration == .seconds(4))
        #expect(found?.warnings.count == 1)
        // The same where items are listed.
        let count = Fixtures.isThorough ? 200_000 : 50_000
        let entry = Bytes.full("infe", 2, 0, Bytes.u32(0), Bytes.code("hvc1"))
        let entries = Bytes.u32(count) + Array(repeatElement(entry, count: count).joined())
        let picture = Bytes.brands("heic") + Bytes.full("meta", 0, 0, Bytes.full("iinf", 1, 0, entries))
        #expect(read(picture, MetadataReader())?.storedSize == nil)
    }

    @Test("Deeply nested boxes and Matroska elements do not overflow the stack")
    func boxesWithinBoxesAreNotFollowedForEver() {
        var bytes = Bytes.box("trak")
        for _ in 0..<1500 { bytes = Bytes.u32(bytes.count + 8) + Bytes.code("trak") + bytes }
        #expect(read(Bytes.brands("mp42") + Bytes.box("moov", bytes), MetadataReader()) != nil)
        let tags = (0..<1000).reduce([UInt8]()) { inner, _ in Bytes.element(0x67C8, inner) }
        let video =
            MatroskaContainerTests.head
            + Bytes.element(0x1853_8067, Bytes.element(0x1254_C367, Bytes.element(0x7373, tags)))
        #expect(read(video, MetadataReader()) != nil)
    }

    @Test("A Matroska index that points to itself does not loop")
    func anIndexThatPointsToItselfEnds() {
        func index(_ position: Int) -> [UInt8] {
            Bytes.element(
                0x114D_9B74,
                Bytes.element(
                    0x4DBB, Bytes.element(0x53AB, Bytes.u32(0x114D_9B74)), Bytes.element(0x53AC, Bytes.u32(position))))
        }
        let video =
            MatroskaContainerTests.head + Bytes.element(0x1853_8067, index(0), index(0), index(3), index(0xFFFF_FFFF))
        #expect(read(video, MetadataReader()) != nil)
    }
}
