extension PixelImage {
    /// A colour space.
    ///
    /// Images keep their stored colour space, whose profile is written to exported files; nothing is converted.
    public struct ColorSpace: Sendable, Hashable {
        /// Its name from the profile: `sRGB`, `Display P3`.
        public let name: String

        /// The ICC profile; `nil` for sRGB.
        public let profile: [UInt8]?

        /// The default for images without a profile.
        public static let sRGB = PixelImage.ColorSpace(name: "sRGB", profile: nil)

        /// Creates a colour space.
        ///
        /// - Parameters:
        ///   - name: Its name.
        ///   - profile: The ICC profile.
        public init(name: String, profile: [UInt8]?) {
            self.name = name
            self.profile = profile
        }
    }
}

extension PixelImage.ColorSpace {
    /// Creates the space of an ICC profile for RGB; sRGB if the profile is invalid or for another colour model.
    init(profile: [UInt8]) {
        // https://www.color.org/specification/ICC.1-2022-05.pdf, 7.2 and 7.3
        func number(_ offset: Int) -> Int? {
            guard offset >= 0, offset + 4 <= profile.count else { return nil }
            return profile[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        let rgb = 0x5247_4220
        let description = 0x6465_7363
        guard number(16) == rgb, let tags = number(128), tags <= 200,
            let tag = (0..<tags).first(where: { number(132 + $0 * 12) == description }),
            let offset = number(136 + tag * 12), let length = number(140 + tag * 12), length <= 4096,
            offset + 12 <= profile.count
        else {
            self = .sRGB
            return
        }
        let value = profile[offset..<min(offset + length, profile.count)]
        // Version 2 has ASCII after a count, version 4 UTF-16 after a table, where every second byte is ASCII.
        let isWide = number(offset) == 0x6D6C_7563
        let text = value.dropFirst(isWide ? 28 : 12).prefix { isWide || $0 != 0 }.filter { 0x20..<0x7F ~= $0 }
        let name = String(decoding: text, as: UTF8.self)
        self =
            name.hasPrefix("sRGB") ? .sRGB : PixelImage.ColorSpace(name: name.isEmpty ? "ICC" : name, profile: profile)
    }
}
