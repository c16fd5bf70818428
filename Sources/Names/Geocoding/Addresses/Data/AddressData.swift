import CLKAddresses
import LKThreads

/// The address formats of all countries, in one file that is read in place (Docs/Formats/Addresses.md).
///
/// A country's rules are parsed when its first address is formatted, and kept.
final class AddressData: Sendable {
    /// The data embedded in the program.
    static let embedded = AddressData(
        trusted: Array(UnsafeBufferPointer(start: caddresses_data(), count: caddresses_size())))

    private static let magic: [UInt8] = [0x4C, 0x4B, 0x41, 0x44, 0x44, 0x52, 1, 0]
    private static let headerSize = 16
    private static let entrySize = 16

    private let bytes: [UInt8]
    private let count: Int
    private let rules = Lock<[String: CountryRules]>([:])

    private init(trusted bytes: [UInt8]) {
        self.bytes = bytes
        count = Self.number(bytes, 8).map { min($0, (bytes.count - Self.headerSize) / Self.entrySize) } ?? 0
    }

    /// Creates data from memory and parses all of it once.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged` when it is inconsistent, `dataUnsupported` for another version.
    convenience init(bytes: [UInt8]) throws(GeocodingError) {
        guard bytes.starts(with: Self.magic.prefix(6)) else { throw Self.damaged("it does not begin as such a file") }
        guard bytes.starts(with: Self.magic) else {
            throw GeocodingError(
                .dataUnsupported, "the forms of addresses are of another version", advice: "use those of this release")
        }
        guard let count = Self.number(bytes, 8), let size = Self.number(bytes, 12), size == bytes.count,
            count <= (bytes.count - Self.headerSize) / Self.entrySize
        else { throw Self.damaged("its length is wrong") }
        self.init(trusted: bytes)
        var previous: [UInt8] = []
        for index in 0..<count {
            guard let key = key(index), previous.lexicographicallyPrecedes(key) else {
                throw Self.damaged("its table is not in order")
            }
            previous = key
            guard let fields = fields(index) else { throw Self.damaged("a record ends too late") }
            guard CountryRules.areValid(fields) else { throw Self.damaged("a record makes no sense") }
        }
    }

    var keys: [String] { (0..<count).compactMap { key($0).map { String(decoding: $0, as: UTF8.self) } } }

    /// Returns the rules of a country (`JP`), of a country in one of its languages (`JP_ja`), or of all others (`*`).
    func rules(_ key: String) -> CountryRules? {
        if let known = rules.withLock({ $0[key] }) { return known }
        guard let fields = fields(ofRecord: key) else { return nil }
        let read = CountryRules(fields) { name in
            self.fields(ofRecord: name)?.first { $0.tag == .template }?.texts.first.flatMap { AddressPattern($0) }
        }
        rules.withLock { $0[key] = read }
        return read
    }

    /// Returns a record's fields in file order; `nil` if the record does not exist or is damaged.
    func fields(ofRecord key: String) -> [AddressField]? {
        let wanted = Array(key.utf8)
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            guard let found = self.key(middle) else { return nil }
            if found == wanted { return fields(middle) }
            if found.lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    private func key(_ index: Int) -> [UInt8]? {
        let start = Self.headerSize + index * Self.entrySize
        guard start + 8 <= bytes.count else { return nil }
        return Array(bytes[start..<(start + 8)].prefix { $0 != 0 })
    }

    private func fields(_ index: Int) -> [AddressField]? {
        let entry = Self.headerSize + index * Self.entrySize
        guard let start = Self.number(bytes, entry + 8), let length = Self.number(bytes, entry + 12),
            start <= bytes.count, length <= bytes.count - start
        else { return nil }
        return AddressField.list(bytes[start..<(start + length)])
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> Int? {
        guard offset >= 0, offset + 4 <= bytes.count else { return nil }
        return (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }

    private static func damaged(_ what: String) -> GeocodingError {
        GeocodingError(.dataDamaged, "the forms of addresses are damaged: \(what); build or fetch them again")
    }
}
