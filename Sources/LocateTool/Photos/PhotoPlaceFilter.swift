import Gazetteer
import Metadata
import Photos
import Synchronization

/// The photos whose files name a place: `Paris`, `Paris, France`, `jp`.
///
/// Capitals and marks on letters do not count, and a part of a name from the beginning of a word on is enough.
final class PhotoPlaceFilter: PhotoFilter {
    private let parts: [[UInt32]]
    // Of thousands of photos few are of different places.
    private let answers = Mutex<[PhotoPlace: Bool]>([:])

    /// Takes a text, whose parts between commas all have to fit.
    ///
    /// - Throws: A usage error for one without a letter.
    init(_ text: String) throws(ToolError) {
        parts = text.split(separator: ",").map { FoldedText.scalars(of: $0) }.filter { !$0.isEmpty }
        guard !parts.isEmpty else {
            throw ParsedArguments.wrong("place", text, expected: "the name of a city, state or country, or its code")
        }
    }

    func includes(_ asset: PhotoAsset) -> Bool {
        guard let place = asset.place else { return false }
        if let known = answers.withLock({ $0[place] }) { return known }
        let names = [place.sublocation, place.city, place.state, place.country].compactMap { $0 }
            .map { FoldedText.scalars(of: Substring($0)) }
        let code = FoldedText.scalars(of: Substring(place.countryCode ?? ""))
        let answer = parts.allSatisfy { part in part == code || names.contains { Self.has($0, part) } }
        answers.withLock { $0[place] = answer }
        return answer
    }

    /// Whether a word of a name, or what follows it, begins with a text.
    private static func has(_ name: [UInt32], _ part: [UInt32]) -> Bool {
        guard name.count >= part.count else { return false }
        return (0...name.count - part.count).contains { index in
            // Chinese, Japanese and Korean have no spaces between words.
            let isBeginning = index == 0 || name[index - 1] == 0x20 || part[0] >= 0x2E80
            return isBeginning && name[index..<index + part.count].elementsEqual(part)
        }
    }
}
