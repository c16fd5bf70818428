import Metadata

/// The numbers that the catalog has for formats and rules; see `Docs/Formats/PhotoCatalog.md`.
enum ContentCodes {
    static let formats: [PhotoFormat] = [.jpeg, .png, .webp, .gif, .tiff, .heic, .avif, .raw, .mp4, .mov, .mkv]
    static let rules: [PhotoDate.Rule] = [
        .original, .digitized, .modified, .gps, .makerNote, .xmp, .iptc, .quickTimeCreationDate, .quickTimeDay,
        .movieHeader, .matroska, .pngTime, .fileName, .fileTime,
    ]
    static let offsetRules: [PhotoDate.OffsetRule] = [.offsetField, .text, .gps, .makerNote, .utc, .assumed]

    static let version: UInt8 = 2
    /// What stands in place of the content of a damaged file: a version that there is not.
    static let damage: [UInt8] = [0]

    /// Which parts follow.
    struct Flags: OptionSet {
        var rawValue: UInt16

        static let date = Flags(rawValue: 0x1)
        static let offset = Flags(rawValue: 0x2)
        static let dayOnly = Flags(rawValue: 0x4)
        static let duration = Flags(rawValue: 0x8)
        static let location = Flags(rawValue: 0x10)
        static let ellipsoid = Flags(rawValue: 0x20)
        static let camera = Flags(rawValue: 0x40)
        static let place = Flags(rawValue: 0x80)
        static let live = Flags(rawValue: 0x100)
        static let screenshotComment = Flags(rawValue: 0x200)
        static let derived = Flags(rawValue: 0x400)
    }

    /// A number's place in a list, from 1; 0 for what is not in it.
    static func code<Value: Equatable>(_ value: Value, in list: [Value]) -> UInt8 {
        UInt8(clamping: (list.firstIndex(of: value) ?? -1) + 1)
    }

    static func value<Value>(_ code: UInt8, in list: [Value]) -> Value? {
        code >= 1 && Int(code) <= list.count ? list[Int(code) - 1] : nil
    }
}
