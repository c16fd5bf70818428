internal import Geocoding

/// `STRS` in the making: every text once, named by its offset.
struct TextPool {
    private(set) var bytes: [UInt8] = [0]
    private var offsets: [[UInt8]: UInt32] = [[]: 0]

    /// The offset of a text, added when it is new; a text of more than 255 bytes cannot be kept.
    mutating func offset(of text: String) throws(GeocodingError) -> UInt32 {
        let utf8 = Array(text.utf8)
        if let offset = offsets[utf8] { return offset }
        guard let length = UInt8(exactly: utf8.count), let offset = UInt32(exactly: bytes.count) else {
            throw GeocodingError(.inputInvalid, "the name \(text.prefix(40))... is too long for the file")
        }
        bytes.append(length)
        bytes += utf8
        offsets[utf8] = offset
        return offset
    }
}
