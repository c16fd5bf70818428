import LKMetadata

/// Builds a GIF of one picture without compression.
struct GIFSample {
    var canvas: PixelSize
    var x = 0
    var y = 0
    var size: PixelSize
    var isInterlaced = false
    var transparent: UInt8?
    var hasColors = true
    /// The index of a pixel, 0...3: red, green, blue, white.
    var index: (_ x: Int, _ y: Int) -> UInt8

    func bytes() -> [UInt8] {
        func word(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
        var bytes = Array("GIF89a".utf8) + word(canvas.width) + word(canvas.height) + [hasColors ? 0x86 : 0, 0, 0]
        if hasColors {
            // 128 colours, so that codes have a whole byte.
            bytes += [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255] + [UInt8](repeating: 0, count: 124 * 3)
        }
        bytes += [0x21, 0xFE, 2] + Array("hi".utf8) + [0]
        if let transparent { bytes += [0x21, 0xF9, 4, 1, 0, 0, transparent, 0] }
        bytes += [0x2C] + word(x) + word(y) + word(size.width) + word(size.height) + [isInterlaced ? 0x40 : 0, 7]
        let passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        var codes: [UInt8] = []
        for (first, step) in passes {
            for row in stride(from: first, to: size.height, by: step) {
                for column in 0..<size.width {
                    // Before the table of codes has grown to nine bits it is cleared.
                    if codes.count % 100 == 0 { codes.append(128) }
                    codes.append(index(column, row))
                }
            }
        }
        codes.append(129)
        for start in stride(from: 0, to: codes.count, by: 255) {
            let part = codes[start..<min(start + 255, codes.count)]
            bytes += [UInt8(part.count)] + part
        }
        return bytes + [0, 0x3B]
    }
}
