import Testing

@testable import LKMetadata

@Suite struct CIFFTests {
    private func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// A heap of values, a directory behind them, and the directory's place.
    private func heap(_ entries: [(tag: Int, value: [UInt8])]) -> [UInt8] {
        var values: [UInt8] = []
        var directory = little(entries.count, 2)
        for (tag, value) in entries {
            directory += little(tag, 2) + little(value.count, 4) + little(values.count, 4)
            values += value
        }
        return values + directory + little(values.count, 4)
    }

    private func segment(_ heap: [UInt8]) -> [UInt8] {
        PhotoFixture.segment(0xE0, Bytes.text("II") + little(26, 4) + Bytes.text("HEAPJPGM") + Bytes.zeros(12) + heap)
    }

    private var camera: [UInt8] {
        segment(
            heap([
                (0x080A, Bytes.text("Canon\0PowerShot A5\0")),
                (0x300A, heap([(0x180E, little(972_687_386, 4) + Bytes.zeros(8))])),
            ]))
    }

    @Test("Time and camera are read from Canon's CIFF where there is no EXIF")
    func timeAndCameraAreReadWhereThereIsNoEXIF() throws {
        let photo = try PhotoFixture.metadata(PhotoFixture.jpeg(camera))
        #expect(photo.date?.wallTime.description == "2000-10-27T22:56:26")
        #expect(photo.date?.rule == .makerNote)
        #expect(photo.date?.offset == nil)
        #expect(photo.camera?.make == "Canon")
        #expect(photo.camera?.model == "PowerShot A5")
    }

    @Test("EXIF takes precedence over CIFF")
    func exifCountsBefore() throws {
        let photo = try PhotoFixture.metadata(PhotoFixture.jpeg(PhotoFixture.app1(PhotoFixture.camera), camera))
        #expect(photo.camera?.model == "COOLPIX P6000")
        #expect(photo.date?.rule == .original)
    }

    @Test("A damaged CIFF heap gives no date, and the rest of the photo is read")
    func damagedHeapsSayNothing() throws {
        // A heap that holds itself, and each byte of a sound one spoilt.
        let loop = segment(little(1, 2) + little(0x300A, 2) + little(16, 4) + little(0, 4) + little(0, 4))
        #expect(try PhotoFixture.metadata(PhotoFixture.jpeg(loop)).date == nil)
        for index in 4..<camera.count {
            for byte: UInt8 in [0, 0x7F, 0xFF] {
                var damaged = camera
                damaged[index] = byte
                #expect(try PhotoFixture.metadata(PhotoFixture.jpeg(damaged)).storedSize != nil)
            }
        }
    }
}
