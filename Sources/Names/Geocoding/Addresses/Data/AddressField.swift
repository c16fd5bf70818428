import LKFormats

/// One field of a country's record in the file of address formats: a tag and its texts.
struct AddressField: Equatable, Sendable {
    /// The meaning of a field; the raw value is its letter in the file.
    enum Tag: UInt8, CaseIterable, Sendable {
        case template = 0x74  // t
        case display = 0x64  // d
        case fallback = 0x66  // f
        case usedCountry = 0x75  // u
        case changedName = 0x63  // c
        case addedComponent = 0x61  // a
        case replacement = 0x72  // r
        case exactReplacement = 0x65  // e
        case componentReplacement = 0x6D  // m
        case textReplacement = 0x70  // p
        case countryName = 0x6E  // n
        case state = 0x73  // s
        case county = 0x6B  // k
        case postalOrder = 0x46  // F
        case latinPostalOrder = 0x4C  // L
        case required = 0x52  // R
        case capitals = 0x55  // U
        case postcode = 0x5A  // Z
        case postcodeExamples = 0x58  // X
        case language = 0x6C  // l
        case abbreviation = 0x62  // b

        /// The minimum number of texts.
        var textCount: Int {
            switch self {
            case .replacement, .textReplacement, .countryName, .state, .county, .abbreviation: 2
            case .exactReplacement, .componentReplacement: 3
            default: 1
            }
        }
    }

    var tag: Tag
    var texts: [String]

    /// Parses the fields of a record; returns `nil` when it is damaged.
    static func list(_ record: ArraySlice<UInt8>) -> [AddressField]? {
        var rest = record
        var fields: [AddressField] = []
        while let letter = rest.popFirst() {
            guard let tag = Tag(rawValue: letter), let length = length(&rest), length <= rest.count else { return nil }
            let texts = rest.prefix(length).split(separator: 0, omittingEmptySubsequences: false).map { text in
                String(decoding: text, as: UTF8.self)
            }
            rest = rest.dropFirst(length)
            guard texts.count >= tag.textCount else { return nil }
            fields.append(AddressField(tag: tag, texts: texts))
        }
        return fields
    }

    private static func length(_ rest: inout ArraySlice<UInt8>) -> Int? {
        var position = 0
        let length = rest.withUnsafeBytes { LEB128.read($0, at: &position, maximumBytes: 4) }
        rest = rest.dropFirst(position)
        return length.map { Int($0) }
    }
}
