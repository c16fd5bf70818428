import Glibc
import LKFormats
package import LKMetadata
public import LKPlanning

/// A pattern for the folders and names of sorted photos.
///
/// ```swift
/// let pattern = try SortPattern("%country/%city/%Y-%m")
/// ```
///
/// Each part up to a slash is a folder; the last part is a file name if it contains `%name`, else files keep their
/// names. Words are `%country`, `%state`, `%city`, `%place`, `%camera`, `%type` and `%name`; letters are those of `strftime` in
/// the C locale, for the photo's local time; `%%` is a percent sign. The words of templates are placeholders, too: `%place.city` is
/// `%city`, `%place.subLocality` is `%place`.
public struct SortPattern: Sendable, Hashable {
    /// The replacement for an unknown value.
    public static let unknown = "Unknown"

    /// The placeholders that are words, with their meanings.
    package static let words: [(word: String, meaning: String)] = [
        ("country", "country"), ("state", "state or province"), ("city", "city"),
        ("place", "part of the city, or sight"), ("camera", "model of the camera"),
        ("type", "format: jpeg, heic, raw, mp4 ..."), ("name", "file name without its extension"),
    ]

    /// The words that templates of `locate` have for parts of a place, with the placeholder that each is; a word comes before those
    /// it begins with.
    private static let synonyms: [(word: String, placeholder: String)] = [
        ("place.countryCode", "countryCode"), ("place.country", "country"), ("place.state", "state"),
        ("place.city", "city"), ("place.subLocality", "place"), ("countryCode", "countryCode"),
        ("subLocality", "place"),
    ]

    /// The placeholders that are letters, as in `strftime`.
    package static let letters = "YymdHIMSpjaAbBuwUVWGF"

    private enum Part: Sendable, Hashable {
        case text(String)
        case word(String)
        case time(Character)
    }

    private let levels: [[Part]]

    /// Parses a pattern.
    ///
    /// - Parameter text: The pattern.
    /// - Throws: ``TaggingError/Code/unusable`` for an unknown placeholder, for an empty pattern, and for one that
    ///   leads out of its folder.
    public init(_ text: String) throws(TaggingError) {
        func unusable(_ reason: String) -> TaggingError {
            TaggingError(code: .unusable, message: "the pattern \(text) cannot be used: \(reason)", path: text)
        }
        var levels: [[Part]] = [[]]
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "/" {
                levels.append([])
            } else if character != "%" {
                if case .text(let text) = levels[levels.count - 1].last {
                    levels[levels.count - 1].removeLast()
                    levels[levels.count - 1].append(.text(text + String(character)))
                } else {
                    levels[levels.count - 1].append(.text(String(character)))
                }
            } else if let synonym = Self.synonyms.first(where: { rest.hasPrefix($0.word) }) {
                levels[levels.count - 1].append(.word(synonym.placeholder))
                rest = rest.dropFirst(synonym.word.count)
            } else if let word = Self.words.first(where: { rest.hasPrefix($0.word) })?.word {
                levels[levels.count - 1].append(.word(word))
                rest = rest.dropFirst(word.count)
            } else if rest.first == "%" {
                levels[levels.count - 1].append(.text("%"))
                rest.removeFirst()
            } else if let letter = rest.first, Self.letters.contains(letter), Self.isAlone(rest) {
                levels[levels.count - 1].append(.time(letter))
                rest.removeFirst()
            } else {
                let found = rest.prefix { $0.isLetter }
                let words = Self.words.map { "%" + $0.word }.joined(separator: ", ")
                throw unusable(
                    "%\(found.isEmpty ? rest.prefix(1) : found) is not a placeholder; there are \(words), those of strftime such as "
                        + "%Y, %m, %d and %H, and %% for a percent sign")
            }
        }
        levels.removeAll { $0.isEmpty || $0 == [.text(".")] }
        guard !levels.isEmpty else { throw unusable("it is empty; an example is %country/%city/%Y-%m") }
        if levels.contains([.text("..")]) { throw unusable("it leads out of the folder") }
        self.levels = levels
    }

    /// Returns whether a letter is a placeholder of its own rather than part of an unknown word: `%month` is refused,
    /// `%Hh` is an hour.
    private static func isAlone(_ rest: Substring) -> Bool {
        rest.first?.isUppercase == true || rest.dropFirst().first?.isLetter != true
    }

    /// Whether place names are needed.
    package var usesPlaces: Bool { uses(["country", "countryCode", "state", "city", "place"]) }

    private func uses(_ words: Set<String>) -> Bool {
        levels.joined().contains { if case .word(let word) = $0 { words.contains(word) } else { false } }
    }

    private var namesFiles: Bool { levels[levels.count - 1].contains(.word("name")) }

    /// The values for the placeholders.
    package struct Facts: Sendable, Hashable {
        /// When the photo was taken; a file's modification time does not count.
        package var date: PhotoDate?
        /// The place names.
        package var place: PhotoPlace?
        /// The camera that took it.
        package var camera: Camera?
        /// The file format.
        package var type: PhotoFormat?
        /// The file name without the extension.
        package var stem: String

        /// Creates facts from their parts.
        package init(
            date: PhotoDate? = nil, place: PhotoPlace? = nil, camera: Camera? = nil, type: PhotoFormat? = nil,
            stem: String
        ) {
            self.date = date
            self.place = place
            self.camera = camera
            self.type = type
            self.stem = stem
        }
    }

    /// Returns the folders for a photo, the outermost first.
    ///
    /// - Parameter facts: The values for the photo.
    /// - Returns: Names that are safe for folders.
    package func folders(for facts: Facts) -> [String] {
        (namesFiles ? levels.dropLast() : levels[...]).map { name($0, facts) }
    }

    /// Returns the new name for one of a photo's files, without the extension.
    ///
    /// - Parameters:
    ///   - stem: The present name.
    ///   - facts: The values for the photo.
    /// - Returns: The new name; the present one if the pattern has no name.
    package func stem(_ stem: String, for facts: Facts) -> String {
        guard namesFiles, let level = levels.last else { return stem }
        var own = facts
        own.stem = stem
        return name(level, own)
    }

    /// Returns the placeholders without a value, in the order of the pattern.
    ///
    /// - Parameter facts: The values for a photo.
    /// - Returns: The placeholders as written in the pattern, with the percent sign.
    package func missing(_ facts: Facts) -> [String] {
        var missing: [String] = []
        for part in levels.joined() where value(part, facts) == nil {
            switch part {
            case .word(let word): missing.append("%" + word)
            case .time(let letter): missing.append("%\(letter)")
            case .text: break
            }
        }
        return missing
    }

    /// Returns the name of a level, which without any value is `Unknown` as a whole, not `Unknown-Unknown`.
    private func name(_ level: [Part], _ facts: Facts) -> String {
        var (text, isAsked, isKnown) = ("", false, false)
        for part in level {
            if case .text(let fixed) = part {
                text += fixed
                continue
            }
            isAsked = true
            let value = value(part, facts)
            isKnown = isKnown || value != nil
            text += value ?? Self.unknown
        }
        return Self.safe(isAsked && !isKnown ? Self.unknown : text)
    }

    private func value(_ part: Part, _ facts: Facts) -> String? {
        let value: String?
        switch part {
        case .text(let text): return text
        case .time(let letter): return facts.date.flatMap { Self.time(letter, $0) }
        case .word("country"): value = facts.place?.country
        case .word("countryCode"): value = facts.place?.countryCode
        case .word("state"): value = facts.place?.state
        case .word("city"): value = facts.place?.city
        case .word("place"): value = facts.place?.sublocation
        case .word("camera"): value = facts.camera?.model ?? facts.camera?.make
        case .word("type"): value = facts.type?.rawValue
        case .word: value = facts.stem
        }
        guard let value, value.contains(where: { !$0.isWhitespace }) else { return nil }
        return Self.harmless(value)
    }

    private static func time(_ letter: Character, _ date: PhotoDate) -> String? {
        let wall = date.wallTime
        guard date.rule != .fileTime, !wall.isDayOnly || !"HIMSp".contains(letter) else { return nil }
        var parts = tm()
        var seconds = time_t(wall.secondsSince1970)
        guard gmtime_r(&seconds, &parts) != nil else { return nil }
        var buffer = [CChar](repeating: 0, count: 64)
        let count = strftime(&buffer, buffer.count, "%\(letter)", &parts)
        return count == 0
            ? nil : String(validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns a value without path separators and any ``DisplayHazard``.
    private static func harmless(_ value: String) -> String {
        let shown = value.replacingHazards { _ in "_" }.unicodeScalars.map { $0 == "/" || $0 == "\\" ? "_" : $0 }
        return String(String.UnicodeScalarView(shown))
    }

    /// Maximum length in bytes, of 255 for a file name; the rest is for numbers and extensions.
    private static let maximumLength = 200

    /// Returns a name that is neither hidden nor leads to another folder.
    private static func safe(_ name: String) -> String {
        var name = harmless(name)
        while name.first?.isWhitespace == true { name.removeFirst() }
        while name.utf8.count > maximumLength { name.removeLast() }
        while name.last?.isWhitespace == true { name.removeLast() }
        if name.first == "." { name.replaceSubrange(...name.startIndex, with: "_") }
        return name.isEmpty ? unknown : name
    }
}
