import LKFormats

/// Text from files, services and the command line, on its way to a person: U+FFFD takes the place of each ``DisplayHazard``.
///
/// JSON has them as escapes: see ``JSONString``.
package enum ForeignText {
    private static let replacement = "\u{FFFD}"

    /// Returns a line of text without hazards; ends of lines and tabs are hazards, too.
    package static func clean(_ text: String) -> String { text.replacingHazards { _ in replacement } }

    /// Removes hazards from the text that was appended to a buffer.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - start: The byte offset at which the text begins.
    ///   - keptBytes: Controls of ASCII that stay, such as the end of a line.
    package static func clean(_ bytes: inout [UInt8], from start: Int, keeping keptBytes: [UInt8] = []) {
        let cleaned = bytes.withUnsafeBufferPointer { bytes -> [UInt8]? in
            let text = UnsafeBufferPointer(rebasing: bytes[start...])
            guard DisplayHazard.first(in: text) != nil else { return nil }
            var cleaned: [UInt8] = []
            cleaned.reserveCapacity(text.count)
            DisplayHazard.forEachPart(of: text) { part, hazard in
                if let hazard, !(hazard.isASCII && keptBytes.contains(UInt8(hazard.value))) {
                    cleaned += replacement.utf8
                } else {
                    cleaned += part
                }
            }
            return cleaned
        }
        if let cleaned { bytes.replaceSubrange(start..., with: cleaned) }
    }
}
