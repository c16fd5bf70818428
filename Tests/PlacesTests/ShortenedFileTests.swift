import CLocationKit
import Foundation
import Glibc
import TestSupport
import Testing

/// A gazetteer file that another program shortens while a C program has it open.
@Suite("Files of the C library that are shortened") struct ShortenedFileTests {
    @Test("Calls return LK_FILE_DAMAGED and say which file")
    func fails() async {
        await #expect(processExitsWith: .success) {
            let folder = TemporaryFolder()
            let path = folder.file("copy.gazetteer")
            let source = FileManager.default.currentDirectoryPath + "/Data/world.gazetteer"
            try FileManager.default.copyItem(atPath: source, toPath: path)
            var (world, geocoder): (OpaquePointer?, OpaquePointer?) = (nil, nil)
            precondition(lk_world_open(path, &world, nil, 0) == LK_OK)
            precondition(lk_geocoder_open(world, "en", nil, 0, 0, &geocoder, nil, 0) == LK_OK)
            precondition(truncate(path, 1 << 20) == 0)
            var place = lk_place()
            var message = [CChar](repeating: 0, count: Int(LK_MESSAGE_SIZE))
            let size = MemoryLayout<lk_place>.size
            for _ in 0..<2 {
                let code = lk_reverse(geocoder, 48.8584, 2.2945, 0, &place, size, &message, message.count)
                let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                precondition(code == LK_FILE_DAMAGED && text.contains("copy.gazetteer is damaged"), text)
            }
            var (schema, array, count) = (ArrowSchema(), ArrowArray(), 0)
            let points = [Double](repeating: 40, count: 20_000)
            precondition(
                lk_reverse_batch(geocoder, points, points, 20_000, nil, &schema, &array, nil, 0) == LK_FILE_DAMAGED)
            precondition(schema.release == nil && array.release == nil)
            precondition(
                lk_search(geocoder, "Paris", .nan, .nan, &place, size, 1, &count, nil, 0) == LK_FILE_DAMAGED)
            precondition(lk_world_verify(world, nil, 0) == LK_FILE_DAMAGED)
            lk_geocoder_close(geocoder)
            lk_world_close(world)
        }
    }
}
