import FoundationEssentials
import LKGazetteer
import LKGeocoding

/// A compiled gettext catalogue (`.mo`), the format of the translations in Debian's libgeonames-common.
///
/// The format is that of the GNU gettext manual, "The Format of GNU MO Files": two tables of lengths and offsets.
struct MessageCatalog {
    /// Translations by message id: a GeoNames id, a country code, or `CC.ADM1`.
    private(set) var messages: [String: String] = [:]

    init(path: String) throws(GeocodingError) {
        let data: Data
        do { data = try Data(contentsOf: URL(filePath: path)) } catch {
            throw GeocodingError(.dataUnreadable, "cannot read \(path)", underlying: error)
        }
        guard let messages = data.withUnsafeBytes(Self.messages) else {
            throw GeocodingError(.inputInvalid, "\(path) is not a compiled message catalogue; fetch the package again")
        }
        self.messages = messages
    }

    init?(bytes: [UInt8]) {
        guard let messages = bytes.withUnsafeBytes(Self.messages) else { return nil }
        self.messages = messages
    }

    /// Moves the names of divisions to the divisions' current codes.
    ///
    /// - Parameter list: Current division codes with the message ids of their names; an empty id removes the name.
    mutating func renumber(_ list: [(division: String, message: String)]) {
        let before = messages
        for (division, message) in list { messages[division] = before[message] }
    }

    private static func messages(_ bytes: UnsafeRawBufferPointer) -> [String: String]? {
        guard bytes.count >= 20 else { return nil }
        let isSwapped = bytes.uint32(0) == 0xDE12_0495
        guard isSwapped || bytes.uint32(0) == 0x9504_12DE else { return nil }
        func number(_ offset: Int) -> Int {
            Int(isSwapped ? bytes.uint32(offset).byteSwapped : bytes.uint32(offset))
        }
        func text(table: Int, index: Int) -> String? {
            let length = number(table + 8 * index)
            let offset = number(table + 8 * index + 4)
            guard offset <= bytes.count, length <= bytes.count - offset else { return nil }
            return String(validating: bytes[offset..<offset + length], as: UTF8.self)
        }
        let count = number(8)
        let originals = number(12)
        let translations = number(16)
        guard count <= bytes.count / 16, max(originals, translations) <= bytes.count - 8 * count else { return nil }
        var messages: [String: String] = [:]
        messages.reserveCapacity(count)
        for index in 0..<count {
            guard let id = text(table: originals, index: index),
                let translation = text(table: translations, index: index)
            else { return nil }
            // The empty id is that of the catalogue's own header; plurals and contexts do not occur here. Some
            // translations are alternatives ("Bozen or Bolzano") rather than names.
            if !id.isEmpty, !translation.isEmpty, !translation.contains(" or ") { messages[id] = translation }
        }
        return messages
    }
}
