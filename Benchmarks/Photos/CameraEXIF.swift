import Foundation

/// What a compact camera of 2003 writes into a picture, and a position: some fifty fields, a maker's note in Canon's form, a
/// small picture.
struct CameraEXIF {
    /// The small picture, a JPEG of 160 x 120 pixels.
    let thumbnail: [UInt8]
    let size: (width: Int, height: Int)
    /// Whether it says where it was taken.
    var isPlaced = true
    /// How many seconds lie between two pictures.
    var interval = Self.usualInterval
    /// Where the picture with a number was taken, in degrees; `nil` for around Tokyo.
    var place: ((Int) -> (latitude: Double, longitude: Double))?

    /// When the first picture was taken, in seconds since 1970.
    static let start = 1_041_379_200
    /// Half an hour, and a little for other seconds each time.
    static let usualInterval = 1_861

    /// The segment of the picture with this number; each was taken elsewhere and later than the one before.
    func segment(_ number: Int) -> [UInt8] {
        let block = self.block(number)
        let count = UInt16(block.count + 8)
        return [0xFF, 0xE1, UInt8(count >> 8), UInt8(count & 0xFF)] + Array("Exif\0\0".utf8) + block
    }

    /// When the picture with this number was taken.
    static func time(_ number: Int, interval: Int = usualInterval) -> String {
        let seconds = start + number * interval
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        var text = [CChar](repeating: 0, count: 20)
        let count = strftime(&text, text.count, "%Y:%m:%d %H:%M:%S", &parts)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func block(_ number: Int) -> [UInt8] {
        // The addresses are known once the sizes are, which do not depend on them.
        let (main, photo) = (self.main(number, 0, 0), self.photo(number, note: 0))
        let (position, small) = (isPlaced ? self.position(number) : nil, self.small(at: 0))
        let photoStart = 8 + main.size
        let positionStart = photoStart + photo.size
        let smallStart = positionStart + (position?.size ?? 0)
        // The addresses in a note of Canon's count from the beginning of the block, too.
        let note = photoStart + photo.size - (note(at: 0, number).count + 1) / 2 * 2
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
        bytes += self.main(number, photoStart, positionStart).bytes(at: 8, next: smallStart)
        bytes += self.photo(number, note: note).bytes(at: photoStart)
        if let position { bytes += position.bytes(at: positionStart) }
        bytes += self.small(at: smallStart + small.size).bytes(at: smallStart)
        return bytes + thumbnail
    }

    private func main(_ number: Int, _ photo: Int, _ position: Int) -> EXIFDirectory {
        var main = EXIFDirectory()
        main.add(0x010F, text: "Canon")
        main.add(0x0110, text: "Canon PowerShot S230")
        main.add(0x0112, shorts: [1])
        main.add(0x011A, rationals: [(180, 1)])
        main.add(0x011B, rationals: [(180, 1)])
        main.add(0x0128, shorts: [2])
        main.add(0x0132, text: Self.time(number, interval: interval))
        main.add(0x0213, shorts: [1])
        main.add(0x8769, long: photo)
        if isPlaced { main.add(0x8825, long: position) }
        return main
    }

    private func photo(_ number: Int, note: Int) -> EXIFDirectory {
        var photo = EXIFDirectory()
        photo.add(0x829A, rationals: [(1, 200)])
        photo.add(0x829D, rationals: [(28, 10)])
        photo.add(0x9000, bytes: Array("0220".utf8))
        photo.add(0x9003, text: Self.time(number, interval: interval))
        photo.add(0x9004, text: Self.time(number, interval: interval))
        photo.add(0x9101, bytes: [1, 2, 3, 0])
        photo.add(0x9102, rationals: [(3, 1)])
        photo.add(0x9201, rationals: [(489, 64)])
        photo.add(0x9202, rationals: [(95, 32)])
        photo.add(0x9204, rationals: [(0, 3)])
        photo.add(0x9205, rationals: [(95, 32)])
        photo.add(0x9207, shorts: [5])
        photo.add(0x9209, shorts: [24])
        photo.add(0x920A, rationals: [(173, 32)])
        photo.add(0x9286, bytes: [UInt8](repeating: 0, count: 264))
        photo.add(0xA000, bytes: Array("0100".utf8))
        photo.add(0xA001, shorts: [1])
        photo.add(0xA002, shorts: [UInt16(size.width)])
        photo.add(0xA003, shorts: [UInt16(size.height)])
        photo.add(0xA20E, rationals: [(2_048_000, 208)])
        photo.add(0xA20F, rationals: [(1_536_000, 156)])
        photo.add(0xA210, shorts: [2])
        photo.add(0xA217, shorts: [2])
        photo.add(0xA300, bytes: [3])
        for tag in 0xA401...0xA403 { photo.add(UInt16(tag), shorts: [0]) }
        photo.add(0xA404, rationals: [(2048, 2048)])
        photo.add(0xA406, shorts: [0])
        // Last of the values, though not of the tags: its address follows from the size.
        photo.addLast(0x927C, bytes: self.note(at: note, number))
        return photo
    }

    private func note(at offset: Int, _ number: Int) -> [UInt8] {
        var note = EXIFDirectory()
        note.add(0x0001, shorts: (0..<46).map { UInt16($0 == 0 ? 92 : $0 * 37 % 256) })
        note.add(0x0002, shorts: [2, 173, 215, 160])
        note.add(0x0003, shorts: [0, 0, 0, 0])
        note.add(0x0004, shorts: (0..<34).map { UInt16($0 == 0 ? 68 : $0 * 53 % 256) })
        note.add(0x0006, text: "IMG:PowerShot S230 JPEG")
        note.add(0x0007, text: "Firmware Version 1.00")
        note.add(0x0008, long: 1_000_000 + number)
        note.add(0x0009, text: "A photographer")
        note.add(0x0010, long: 0x0119_0000)
        return note.bytes(at: offset)
    }

    private func position(_ number: Int) -> EXIFDirectory {
        var position = EXIFDirectory()
        position.add(0x0000, bytes: [2, 2, 0, 0], isText: false)
        if let place = place?(number) {
            func angle(_ degrees: Double) -> [(Int, Int)] { [(Int(abs(degrees) * 1e6), 1_000_000), (0, 1), (0, 1)] }
            position.add(0x0001, text: place.latitude < 0 ? "S" : "N")
            position.add(0x0002, rationals: angle(place.latitude))
            position.add(0x0003, text: place.longitude < 0 ? "W" : "E")
            position.add(0x0004, rationals: angle(place.longitude))
        } else {
            position.add(0x0001, text: "N")
            position.add(0x0002, rationals: [(35, 1), (number / 60 % 60, 1), (number % 60 * 100 + 12, 100)])
            position.add(0x0003, text: "E")
            position.add(0x0004, rationals: [(139, 1), (number / 30 % 60, 1), (number % 60 * 100 + 34, 100)])
        }
        position.add(0x0005, bytes: [0], isText: false)
        position.add(0x0006, rationals: [(number % 4000, 10)])
        position.add(0x0012, text: "WGS-84")
        return position
    }

    private func small(at offset: Int) -> EXIFDirectory {
        var small = EXIFDirectory()
        small.add(0x0103, shorts: [6])
        small.add(0x011A, rationals: [(180, 1)])
        small.add(0x011B, rationals: [(180, 1)])
        small.add(0x0128, shorts: [2])
        small.add(0x0201, long: offset)
        small.add(0x0202, long: thumbnail.count)
        return small
    }
}
