internal import FoundationEssentials
internal import Geocoding

/// The numbers of a NumPy file (`.npy`, NEP 1): a header that says what they are, then the numbers.
struct NumPyArray {
    var values: [Int]

    init(path: String) throws(GeocodingError) {
        let data: Data
        do { data = try Data(contentsOf: URL(filePath: path)) } catch {
            throw GeocodingError(.dataUnreadable, "cannot read \(path)", underlying: error)
        }
        guard let array = Self(bytes: Array(data)) else {
            throw GeocodingError(.inputInvalid, "\(path) is not an array of little-endian integers; fetch it again")
        }
        self = array
    }

    init?(bytes: [UInt8]) {
        guard bytes.count >= 10, bytes.starts(with: [0x93] + Array("NUMPY".utf8)), bytes[6] == 1 else { return nil }
        let start = 10 + Int(bytes[8]) + Int(bytes[9]) << 8
        guard start <= bytes.count else { return nil }
        let header = String(decoding: bytes[10..<start], as: UTF8.self)
        guard header.contains("'fortran_order': False"),
            let type = ["|u1", "<u2", "<u4", "<i2", "<i4"].first(where: { header.contains("'\($0)'") })
        else { return nil }
        let size = Int(type.last == "1" ? 1 : type.last == "2" ? 2 : 4)
        guard (bytes.count - start).isMultiple(of: size) else { return nil }
        let isSigned = type.dropFirst().first == "i"
        values = stride(from: start, to: bytes.count, by: size).map { offset in
            let raw = (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
            return isSigned && raw >> (8 * size - 1) == 1 ? raw - (1 << (8 * size)) : raw
        }
    }
}
