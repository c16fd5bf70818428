import CLocationKit
import Foundation
import LKStreets
import Synchronization
import TestSupport
import Testing

// One by one: before Swift 6.3 the functions of the module would be ambiguous beside those that the header declares.
@testable import struct LKPlaces.ColumnMask
@testable import enum LKPlaces.Handle
@testable import class LKPlaces.PlaceNamer
@testable import struct LKPlaces.PlacesError
@testable import struct LKPlaces.TableBuilder

/// What a program may do wrong: the answer is a code, and the process lives.
@Suite("Misuse of the C library") struct BadInputTests {
    private static let size = MemoryLayout<lk_place>.size

    @Test("The paths of installed regions are those of the store, and a buffer that is too small gets none")
    func regionPaths() throws {
        let expected = RegionStore.standard.contents().regions.map(\.path).joined(separator: "\n")
        var length = -1
        #expect(lk_region_paths(nil, 0, &length, nil, 0) == LK_OK && length == expected.utf8.count)
        var buffer = [CChar](repeating: 1, count: length + 1)
        #expect(lk_region_paths(&buffer, buffer.count, nil, nil, 0) == LK_OK)
        #expect(
            buffer.last == 0
                && String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) == expected)
        buffer = [1]
        var message = [CChar](repeating: 1, count: Int(LK_MESSAGE_SIZE))
        #expect(lk_region_paths(nil, 0, nil, &message, message.count) == LK_ARGUMENT && message[0] != 0)
        let code = lk_region_paths(&buffer, 1, &length, &message, message.count)
        #expect(code == (expected.isEmpty ? LK_OK : LK_BUFFER) && buffer == [0] && length == expected.utf8.count)
    }

    @Test("A handle that is NULL, closed or of another kind")
    func handles() throws {
        let library = try CLibrary()
        var closed: OpaquePointer?
        try #require(lk_geocoder_open(library.world, "en", nil, 0, 0, &closed, nil, 0) == LK_OK)
        lk_geocoder_close(closed)
        lk_geocoder_close(closed)
        lk_geocoder_close(nil)
        lk_world_close(nil)
        lk_streets_close(nil)
        // Of another kind: nothing is closed.
        lk_world_close(library.geocoder)
        lk_streets_close(library.world)
        let garbage = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 16)
        defer { garbage.deallocate() }
        memset(garbage, 0x5A, 256)
        for handle in [nil, closed, library.world, OpaquePointer(garbage), OpaquePointer(bitPattern: 3)] {
            var place = lk_place()
            var (schema, array, count) = (ArrowSchema(), ArrowArray(), 0)
            #expect(lk_reverse(handle, 1, 1, 0, &place, Self.size, nil, 0) == LK_HANDLE)
            #expect(lk_reverse_batch(handle, [1], [1], 1, nil, &schema, &array, nil, 0) == LK_HANDLE)
            #expect(schema.release == nil && array.release == nil)
            #expect(lk_search(handle, "x", .nan, .nan, &place, Self.size, 1, &count, nil, 0) == LK_HANDLE)
        }
        var geocoder: OpaquePointer?
        for handle in [nil, closed, library.geocoder] {
            #expect(lk_geocoder_open(handle, "en", nil, 0, 0, &geocoder, nil, 0) == LK_HANDLE && geocoder == nil)
            #expect(lk_world_text(handle, 1, nil, 0, nil, nil, 0) == LK_HANDLE)
            #expect(lk_streets_text(handle, 1, nil, 0, nil, nil, 0) == LK_HANDLE)
            #expect(lk_world_verify(handle, nil, 0) == LK_HANDLE && lk_streets_verify(handle, nil, 0) == LK_HANDLE)
        }
        #expect(try library.reverse(48.8584, 2.2945)["city"] == "Paris")
    }

    @Test("A world that is closed lives on in its geocoders")
    func closedWorld() throws {
        var (world, geocoder): (OpaquePointer?, OpaquePointer?) = (nil, nil)
        try #require(lk_world_open(nil, &world, nil, 0) == LK_OK)
        try #require(lk_geocoder_open(world, nil, nil, 0, 0, &geocoder, nil, 0) == LK_OK)
        lk_world_close(world)
        var place = lk_place()
        #expect(lk_reverse(geocoder, 48.8584, 2.2945, 0, &place, Self.size, nil, 0) == LK_OK)
        lk_place_release(&place)
        lk_geocoder_close(geocoder)
    }

    @Test("Wrong arguments")
    func arguments() throws {
        let library = try CLibrary()
        let (world, geocoder) = (library.world, library.geocoder)
        var (schema, array, other, place) = (ArrowSchema(), ArrowArray(), OpaquePointer?.none, lk_place())
        #expect(lk_world_open(nil, nil, nil, 0) == LK_ARGUMENT)
        #expect(lk_streets_open(nil, &other, nil, 0) == LK_ARGUMENT)
        #expect(lk_geocoder_open(world, "en", nil, 0, 0, nil, nil, 0) == LK_ARGUMENT)
        #expect(lk_geocoder_open(world, "en", nil, 2, 0, &other, nil, 0) == LK_ARGUMENT)
        #expect(lk_geocoder_open(world, "en", nil, 0, 0x80, &other, nil, 0) == LK_ARGUMENT)
        #expect(lk_geocoder_open(world, "en", nil, 0, UInt32(LK_STREETS_ONLY), &other, nil, 0) == LK_ARGUMENT)
        for languages in ["e", "en,", ",", "日本", "en fr ja 1", "x y", "en,x y"] {
            var message = [CChar](repeating: 0, count: 200)
            #expect(
                lk_geocoder_open(world, languages, nil, 0, 0, &other, &message, message.count) == LK_LANGUAGE
                    && other == nil)
            let text = message.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
            #expect(text.contains("\"\(languages)\" is not a list of languages; expected tags separated by commas"))
        }
        #expect(lk_reverse(geocoder, 1, 1, 0, nil, Self.size, nil, 0) == LK_ARGUMENT)
        #expect(lk_reverse(geocoder, 1, 1, 0, &place, 16, nil, 0) == LK_ARGUMENT)
        #expect(lk_reverse(geocoder, 1, 1, 1 << 60, &place, Self.size, nil, 0) == LK_ARGUMENT)
        lk_place_release(nil)
        #expect(lk_reverse_batch(geocoder, [1], [1], 1, nil, &schema, nil, nil, 0) == LK_ARGUMENT)
        #expect(lk_reverse_batch(geocoder, [1], [1], -1, nil, &schema, &array, nil, 0) == LK_ARGUMENT)
        #expect(lk_reverse_batch(geocoder, [1], nil, 1, nil, &schema, &array, nil, 0) == LK_ARGUMENT)
        #expect(lk_reverse_batch(geocoder, nil, [1], 1, nil, &schema, &array, nil, 0) == LK_ARGUMENT)
        #expect(lk_reverse_batch(geocoder, [1], [1], .max, nil, &schema, &array, nil, 0) == LK_TOO_LARGE)
        for options in [
            lk_options(size: 0, columns: 0, threads: 1, flags: 0),
            lk_options(size: 1 << 40, columns: 0, threads: 1, flags: 0),
            lk_options(size: 24, columns: 1 << 40, threads: 1, flags: 0),
            lk_options(size: 24, columns: 0, threads: -1, flags: 0),
            lk_options(size: 24, columns: 0, threads: 1, flags: 2),
        ] {
            var options = options
            #expect(lk_reverse_batch(geocoder, [1], [1], 1, &options, &schema, &array, nil, 0) == LK_ARGUMENT)
            #expect(array.release == nil)
        }
        #expect(lk_reverse_batch(geocoder, nil, nil, 0, nil, nil, &array, nil, 0) == LK_OK)
        array.release(&array)
    }

    @Test("Messages are cut to the buffer, between two characters")
    func messages() throws {
        var world: OpaquePointer?
        for size in 0...80 {
            var buffer = [CChar](repeating: 1, count: 81)
            #expect(lk_world_open("/nowhere/日本.gazetteer", &world, &buffer, size) == LK_FILE_UNREADABLE)
            guard size > 0 else { continue }
            let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            #expect(text.count < size && String(validating: text, as: UTF8.self) != nil)
            #expect(buffer[size] == 1)
        }
    }

    @Test("Files that are damaged or something else")
    func files() throws {
        let folder = TemporaryFolder()
        var handle: OpaquePointer?
        try folder.write("empty", Data())
        try folder.write("text", Data("hello".utf8))
        let data = try Data(contentsOf: Fixtures.package.appending(path: "Data/world.gazetteer"))
        try folder.write("cut", data.prefix(1_000_000))
        for (name, code) in [
            ("absent", LK_FILE_UNREADABLE), ("empty", LK_FILE_DAMAGED), ("text", LK_FILE_DAMAGED),
            ("cut", LK_FILE_DAMAGED),
            (".", LK_FILE_UNREADABLE),
        ] {
            #expect(lk_world_open(folder.file(name), &handle, nil, 0) == code && handle == nil, "\(name)")
            #expect(lk_streets_open(folder.file(name), &handle, nil, 0) == code && handle == nil, "\(name)")
        }
        // Only the header is checked at first: damaged contents are an error or a wrong name, and never a trap.
        var generator = SeededGenerator(seed: 5)
        var damaged = data
        for _ in 0..<2000 { damaged[Int.random(in: 4096..<data.count, using: &generator)] = 0xFF }
        try folder.write("damaged", damaged)
        try #require(lk_world_open(folder.file("damaged"), &handle, nil, 0) == LK_OK)
        #expect(lk_world_verify(handle, nil, 0) == LK_FILE_DAMAGED)
        var geocoder: OpaquePointer?
        if lk_geocoder_open(handle, "ja,de", nil, 0, 0, &geocoder, nil, 0) == LK_OK {
            let points = scatteredPoints(Fixtures.rounds(24_000))
            for first in stride(from: 0, to: points.count, by: 100) {
                let some = points[first..<min(first + 100, points.count)]
                var options = lk_options(
                    size: MemoryLayout<lk_options>.size, columns: CLibrary.allColumns, threads: 1, flags: 0)
                var (schema, array) = (ArrowSchema(), ArrowArray())
                let code = lk_reverse_batch(
                    geocoder, some.map(\.0), some.map(\.1), Int64(some.count), &options, &schema, &array, nil, 0)
                #expect(code == LK_OK || code == LK_FILE_DAMAGED)
                if code == LK_OK {
                    let rows = ArrowReading.rows(schema, array)
                    #expect(!rows.contains { $0.values.contains("not UTF-8") })
                    schema.release(&schema)
                    array.release(&array)
                }
            }
        }
        lk_geocoder_close(geocoder)
        lk_world_close(handle)
    }

    @Test("More text than an offset can address is an error that says what to do")
    func tooMuchText() throws {
        let library = try CLibrary()
        let geocoder = try Handle.object(library.geocoder, PlaceNamer.self, "geocoder")
        let points = scatteredPoints(20_000)
        for isDictionary in [false, true] {
            var builder = TableBuilder(
                geocoder: geocoder, mask: try ColumnMask(CLibrary.allColumns), threads: 2, isDictionary: isDictionary)
            builder.maximumTextLength = 10_000
            #expect {
                try points.map(\.0).withUnsafeBufferPointer { latitudes in
                    try points.map(\.1).withUnsafeBufferPointer { _ = try builder.table(latitudes, $0) }
                }
            } throws: { ($0 as? PlacesError)?.code == .tooLarge }
        }
    }

    @Test("Arrow: released twice, children moved out, the array without its schema, after all handles are closed")
    func release() throws {
        for flags in [0, UInt32(LK_DICTIONARY)] {
            var (schema, array) = (ArrowSchema(), ArrowArray())
            do {
                let library = try CLibrary()
                (schema, array) = try library.batch(scatteredPoints(100), flags: flags)
            }
            // As the specification says: the structure is copied, and the source marked as released.
            let city = 4
            let child = try #require(array.children[city])
            var moved = child.pointee
            child.pointee.release = nil
            let type = try #require(schema.children[city])
            var movedType = type.pointee
            type.pointee.release = nil
            let (release, releaseType) = (array.release, schema.release)
            release?(&array)
            releaseType?(&schema)
            #expect(array.release == nil && schema.release == nil)
            release?(&array)
            releaseType?(&schema)
            #expect(String(cString: movedType.name) == "city" && moved.length == 100)
            #expect(moved.buffers[1] != nil)
            moved.release(&moved)
            movedType.release(&movedType)
            #expect(moved.release == nil && movedType.release == nil)
        }
    }

    @Test("Many threads with one handle, while it is closed")
    func threads() throws {
        let library = try CLibrary()
        let points = scatteredPoints(2000)
        let expected = try library.rows(points)
        var shared: OpaquePointer?
        try #require(lk_geocoder_open(library.world, "en", nil, 0, 0, &shared, nil, 0) == LK_OK)
        let address = UInt(bitPattern: shared)
        let wrong = Atomic<Int>(0)
        let closed = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            let handle = OpaquePointer(bitPattern: address)
            for round in 0..<(Fixtures.isThorough ? 200 : 20) {
                if number == 0, round == 10 { lk_geocoder_close(handle) }
                var (schema, array) = (ArrowSchema(), ArrowArray())
                var options = lk_options(
                    size: MemoryLayout<lk_options>.size, columns: CLibrary.allColumns, threads: 2, flags: 0)
                let code = lk_reverse_batch(
                    handle, points.map(\.0), points.map(\.1), Int64(points.count), &options, &schema, &array, nil, 0)
                guard code == LK_OK else {
                    if code == LK_HANDLE {
                        closed.add(1, ordering: .relaxed)
                    } else {
                        wrong.add(1, ordering: .relaxed)
                    }
                    continue
                }
                if round % 10 == 0, ArrowReading.rows(schema, array) != expected { wrong.add(1, ordering: .relaxed) }
                schema.release(&schema)
                array.release(&array)
            }
        }
        #expect(wrong.load(ordering: .relaxed) == 0 && closed.load(ordering: .relaxed) > 0)
    }

    @Test("A closed handle is recognized after many others were opened")
    func quarantine() throws {
        let library = try CLibrary()
        var old: OpaquePointer?
        try #require(lk_world_open(nil, &old, nil, 0) == LK_OK)
        lk_world_close(old)
        for _ in 0..<900 {
            var other: OpaquePointer?
            #expect(lk_world_open(nil, &other, nil, 0) == LK_OK && other != old)
            lk_world_close(other)
        }
        #expect(lk_world_verify(old, nil, 0) == LK_HANDLE)
        #expect(library.world != nil)
    }
}
