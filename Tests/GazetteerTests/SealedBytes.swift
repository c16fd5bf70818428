import LKFormats

@testable import LKGazetteer

/// A gazetteer whose header's checksum is made right again after a change.
func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let end = 32 + 32 * Int(bytes[12])
    guard end <= bytes.count else { return bytes }
    let sum = (Array(bytes[..<28]) + bytes[32..<end]).withUnsafeBytes(CRC32.of)
    for index in 0..<4 { bytes[28 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
    return bytes
}
