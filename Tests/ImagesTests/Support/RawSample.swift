import Foundation
import LKMetadata

@testable import LKImages

/// Raw files as cameras build them, with previews that are told apart by their size, and noise instead of a sensor's pixels.
enum RawSample: String, CaseIterable {
    case cr2, nef, arw, dng, pef, orf, rw2, raf, cr3

    /// The largest preview: quarters in colours, 600 x 400 as stored.
    static func large() throws -> [UInt8] {
        [UInt8](try TestPicture.jpeg(try TestPicture.quarters(600, 400), orientation: 6))
    }

    /// A smaller one, 240 x 160.
    static func middle() throws -> [UInt8] { [UInt8](try TestPicture.quarters(240, 160).jpegData(quality: 90)) }

    /// A thumbnail of 160 x 120 with black bars above and below, as cameras make it of wide pictures.
    static func small() throws -> [UInt8] {
        let quarters = try TestPicture.quarters(160, 107)
        let image = try PixelImage(size: PixelSize(width: 160, height: 120), isOpaque: true) { bytes in
            for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : 0 }
            for y in 0..<107 {
                quarters.withRow(y) { row in
                    UnsafeMutableRawBufferPointer(rebasing: bytes[(y + 6) * 640..<(y + 7) * 640]).copyMemory(from: row)
                }
            }
        }
        return [UInt8](try image.jpegData(quality: 90))
    }

    /// A JPEG without loss by its header, as CR2 and DNG store the sensor's pixels; larger than all previews.
    static var lossless: [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xC3, 0, 14, 14, 0x0F, 0xA0, 0x17, 0x70, 2, 1, 0x11, 0, 2, 0x11, 0, 0xFF, 0xDA]
            + [UInt8](repeating: 0x55, count: 60_000) + [0xFF, 0xD9]
    }

    /// The file; the sensor has 6000 x 4000 pixels, and the camera was held upright.
    func bytes(orientation: Int = 6) throws -> [UInt8] {
        switch self {
        case .raf: return try Self.raf()
        case .cr3: return try Self.cr3(orientation)
        default: return try tiff(orientation).bytes()
        }
    }

    private func tiff(_ orientation: Int) throws -> TIFFSample {
        typealias Entries = [(tag: Int, value: TIFFSample.Value)]
        var file = TIFFSample()
        let (large, middle, small) = (
            file.add(try Self.large()), file.add(try Self.middle()), file.add(try Self.small())
        )
        let sensor = file.add(Self.lossless)
        func picture(_ blob: Int) -> Entries { [(513, .blob(blob)), (514, .long([file.blobs[blob].count]))] }
        func strip(_ blob: Int) -> Entries { [(273, .blob(blob)), (279, .long([file.blobs[blob].count]))] }
        func head(_ make: String, _ model: String) -> Entries {
            [(271, .ascii(make)), (272, .ascii(model)), (274, .short([orientation]))]
        }
        let size: Entries = [(256, .long([6000])), (257, .long([4000]))]
        var directories: [(entries: Entries, next: Int?)] = []
        switch self {
        case .cr2:
            file.prologue = Array("CR".utf8) + [2, 0, 0, 0, 0, 0]
            directories = [
                (
                    [(256, .short([600])), (257, .short([400])), (258, .short([8, 8, 8])), (259, .short([6]))]
                        + head("Canon", "Canon EOS 80D") + strip(large) + [(34665, .directories([3]))], 1
                ),
                (picture(small), 2), ([(259, .short([6]))] + strip(sensor), nil),
                ([(40962, .short([6000])), (40963, .short([4000]))], nil),
            ]
        case .nef:
            file.isBigEndian = true
            let pixels = file.add([UInt8](repeating: 200, count: 16 * 12 * 3))
            directories = [
                (
                    [
                        (254, .long([1])), (256, .long([16])), (257, .long([12])), (258, .short([8, 8, 8])),
                        (259, .short([1])), (262, .short([2])), (277, .short([3])), (278, .long([12])),
                        (330, .directories([1, 2])),
                    ] + head("NIKON CORPORATION", "NIKON D90") + strip(pixels), nil
                ),
                ([(254, .long([1])), (259, .short([6]))] + picture(large), nil),
                (
                    size + [(254, .long([0])), (259, .short([34713])), (262, .short([32803]))] + strip(sensor), nil
                ),
            ]
        case .arw:
            directories = [
                (
                    [(254, .long([1])), (259, .short([6])), (330, .directories([2]))]
                        + head("SONY", "ILCE-7M3") + picture(large), 1
                ),
                ([(254, .long([1])), (259, .short([6]))] + picture(small), nil),
                (size + [(254, .long([0])), (259, .short([32767])), (262, .short([32803]))] + strip(sensor), nil),
            ]
        case .dng:
            directories = [
                (
                    [
                        (254, .long([1])), (256, .long([240])), (257, .long([160])), (258, .short([8, 8, 8])),
                        (259, .short([7])), (262, .short([6])), (277, .short([3])), (278, .long([160])),
                        (330, .directories([1, 2])), (50706, .undefined([1, 4, 0, 0])),
                    ] + head("Leica", "M10") + strip(middle), nil
                ),
                (size + [(254, .long([0])), (259, .short([7])), (262, .short([32803]))] + strip(sensor), nil),
                (
                    [
                        (254, .long([1])), (256, .long([600])), (257, .long([400])), (258, .short([8, 8, 8])),
                        (259, .short([7])), (262, .short([6])), (277, .short([3])), (278, .long([400])),
                    ] + strip(large), nil
                ),
            ]
        case .pef:
            file.isBigEndian = true
            directories = [
                (
                    size + [(259, .short([65535])), (262, .short([32803]))] + head("PENTAX", "PENTAX K-5")
                        + strip(sensor), 1
                ),
                ([(259, .short([6]))] + picture(small), 2), ([(259, .short([6]))] + picture(large), nil),
            ]
        case .orf:
            file.magic = 0x4F52
            let note = file.add(try Self.olympusNote())
            directories = [
                (
                    size + [(259, .short([1]))] + head("OLYMPUS", "E-M5") + strip(sensor) + [
                        (34665, .directories([1]))
                    ], nil
                ),
                ([(37500, .blobAsValue(note))], nil),
            ]
        case .rw2:
            file.magic = 0x55
            directories = [
                (
                    [
                        (4, .short([0])), (5, .short([0])), (6, .short([4000])), (7, .short([6000])),
                        (46, .blobAsValue(large)),
                    ] + head("Panasonic", "DMC-GH4"), nil
                )
            ]
        case .raf, .cr3: break
        }
        file.directories = directories.map { directory in
            TIFFSample.Directory(entries: directory.entries.sorted { $0.tag < $1.tag }, next: directory.next)
        }
        return file
    }

    /// A maker's note with the camera's settings, which say where the preview is, and the preview; offsets count from its beginning.
    private static func olympusNote() throws -> [UInt8] {
        let picture = try large()
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(1, 4) + number(value, 4)
        }
        let settings = 12 + 2 + 12 + 4
        let start = settings + 2 + 3 * 12 + 4
        var note = Array("OLYMPUS\0II".utf8) + [3, 0]
        note += number(1, 2) + entry(0x2020, 13, settings) + number(0, 4)
        note += number(3, 2) + entry(0x0100, 4, 1) + entry(0x0101, 4, start) + entry(0x0102, 4, picture.count)
        return note + number(0, 4) + picture
    }

    private static func raf() throws -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let picture = try large()
        let start = 160
        let table: [UInt8] = number(1) + [0x01, 0x11, 0, 4, 0x0F, 0xA0, 0x17, 0x70]
        var bytes = Array("FUJIFILMCCD-RAW 0201FF393101X-T3".utf8)
        bytes += [UInt8](repeating: 0, count: 84 - bytes.count)
        bytes += number(start) + number(picture.count) + number(start + picture.count) + number(table.count)
        bytes += number(start + picture.count + table.count) + number(1000)
        bytes += [UInt8](repeating: 0, count: start - bytes.count)
        return bytes + picture + table + [UInt8](repeating: 0x55, count: 1000)
    }

    private static func cr3(_ orientation: Int) throws -> [UInt8] {
        var block = TIFFSample()
        block.directories = [
            TIFFSample.Directory(
                entries: [(271, .ascii("Canon")), (272, .ascii("Canon EOS R")), (274, .short([orientation]))], next: nil
            )
        ]
        let (large, middle, small) = (try large(), try middle(), try small())
        func word(_ value: Int, _ count: Int = 4) -> [UInt8] { BoxSample.number(value, count) }
        let thumbnail = word(0) + word(160, 2) + word(120, 2) + word(small.count) + word(0) + small
        let canon: [UInt8] = [
            0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
        ]
        let preview: [UInt8] = [
            0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
        ]
        let type = BoxSample.box("ftyp", Array("crx ".utf8) + word(1) + Array("crx isom".utf8))
        // Twice, since the length of the movie box is wanted for what is in it.
        var start = 0
        var movie: [UInt8] = []
        let head = word(0, 4) + word(1, 2) + word(240, 2) + word(160, 2) + word(1, 2) + word(middle.count)
        let list = BoxSample.box("uuid", preview + word(0) + word(1) + BoxSample.box("PRVW", head + middle))
        for _ in 0..<2 {
            movie = BoxSample.box(
                "moov",
                BoxSample.box(
                    "uuid", canon + BoxSample.box("CMT1", block.bytes()) + BoxSample.box("THMB", thumbnail))
                    + BoxSample.box("mvhd", word(0, 100))
                    + BoxSample.track(
                        handler: "vide", size: PixelSize(width: 6000, height: 4000), matrix: BoxSample.identity,
                        description: BoxSample.box(
                            "CRAW",
                            word(0, 6) + word(1, 2) + word(0, 16) + word(6000, 2) + word(4000, 2) + word(0, 54)
                                + BoxSample.box("JPEG", word(0))),
                        sample: start..<start + large.count))
            start = type.count + movie.count + list.count + 8
        }
        return type + movie + list + BoxSample.box("mdat", large)
    }
}
