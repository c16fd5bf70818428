/// The JSON files of Google Takeout in a folder, by the names of the photos they belong to.
///
/// Takeout names them after the photo's full name, cuts them off after 46 characters, moves the number of a repeated
/// name behind the extension, and writes none for an edited copy:
///
/// | photo | JSON |
/// | --- | --- |
/// | `IMG.jpg` | `IMG.jpg.json`, `IMG.jpg.supplemental-metadata.json`, `IMG.jpg.suppl.json`, `IMG.json` |
/// | `IMG(1).jpg` | `IMG.jpg(1).json`, `IMG.jpg.supplemental-metadata(1).json` |
/// | `IMG-edited.jpg` | those of `IMG.jpg` |
/// | `a_name_of_more_than_46_characters.jpg` | `a_name_of_more_than_46_chara.json` |
/// | another one with the same beginning | `a_name_of_more_than_46_chara(1).json` |
package struct TakeoutNames: Sendable {
    /// A JSON that may belong to a photo.
    package struct Match: Sendable, Hashable {
        /// Its name.
        package let name: [UInt8]
        /// Whether its name is only the beginning of the photo's, so that its title has to decide.
        package let isCut: Bool
        /// Whether its number is another than the photo's, as that of names which are equal only once they are cut off:
        /// without a title it does not belong to the photo.
        package let hasOtherNumber: Bool

        init(name: [UInt8], isCut: Bool, hasOtherNumber: Bool = false) {
            (self.name, self.isCut, self.hasOtherNumber) = (name, isCut, hasOtherNumber)
        }
    }

    private struct Key: Hashable {
        var base: [UInt8]
        var number: [UInt8]
    }

    /// The files by the part of their names that is the photo's, and the number behind it.
    private var byBase: [Key: [[UInt8]]] = [:]
    /// The numbered ones among those that may be cut off, by that part alone: those of the lowest numbers.
    private var byLongBase: [[UInt8]: [[UInt8]]] = [:]

    /// Creates an index of the JSON files among the names of a folder.
    ///
    /// - Parameter names: The names of all files of the folder.
    package init(_ names: some Sequence<[UInt8]>) {
        for name in names where Self.isJSON(name) { insert(name) }
        byLongBase = byLongBase.mapValues { names in
            let sorted = names.sorted { left, right in
                left.count != right.count ? left.count < right.count : left.lexicographicallyPrecedes(right)
            }
            return Array(sorted.prefix(Self.maximumOthers))
        }
    }

    /// Whether the folder has no JSON.
    package var isEmpty: Bool { byBase.isEmpty }

    /// Returns whether a name has the extension `.json`.
    package static func isJSON(_ name: [UInt8]) -> Bool {
        name.count > 5 && SidecarName.lowercased(name.suffix(5)) == Array(".json".utf8)
    }

    private mutating func insert(_ name: [UInt8]) {
        let whole = Array(name.dropLast(5))
        let (plain, number) = Self.numbered(whole)
        func add(_ base: [UInt8], _ number: [UInt8]) {
            byBase[Key(base: base, number: number), default: []].append(name)
        }
        let base = Self.withoutSupplement(plain) ?? plain
        if !number.isEmpty, base.count >= Self.minimumCutLength { byLongBase[base, default: []].append(name) }
        add(whole, [])
        if !number.isEmpty { add(plain, number) }
        if let base = Self.withoutSupplement(plain) { add(base, number) }
    }

    /// Returns the names that a photo may have to which a JSON belongs by its full name, without extensions.
    ///
    /// - Parameter json: The name of a JSON.
    /// - Returns: `IMG(1)` for `IMG.jpg(1).json`; others for a name with several readings.
    package static func stems(ofPhotosOf json: [UInt8]) -> [[UInt8]] {
        let whole = Array(json.dropLast(5))
        let (plain, number) = numbered(whole)
        let bases = [whole, plain] + [withoutSupplement(plain)].compactMap { $0 }
        return bases.flatMap { base in [base, SidecarName.stem(of: base), SidecarName.stem(of: base) + number] }
    }

    /// Returns the names without number and extension that the JSON of a photo has if Takeout has cut it off.
    ///
    /// - Parameter photo: The photo's name in the folder.
    /// - Returns: None for a short name.
    package static func cutNames(ofPhoto photo: [UInt8]) -> [[UInt8]] {
        [photo, original(ofEdited: photo)].compactMap { $0 }.flatMap { photo -> [[UInt8]] in
            let (stem, ending) = parts(photo)
            let name = numbered(stem).plain + ending
            return name.count > minimumCutLength ? (minimumCutLength..<name.count).map { Array(name[..<$0]) } : []
        }
    }

    /// Returns the JSON files that may belong to a photo.
    ///
    /// - Parameter photo: Its name in the folder.
    /// - Returns: The one whose name fits best first; several only if they are cut off, so that their titles decide.
    package func matches(of photo: [UInt8]) -> [Match] {
        // A JSON's own name fits it as well.
        if byBase.isEmpty || Self.isJSON(photo) { return [] }
        for name in [photo, Self.original(ofEdited: photo)].compactMap({ $0 }) {
            if let match = exact(name) { return [match] }
            if case let matches = shortened(name), !matches.isEmpty { return matches }
        }
        return []
    }

    private func exact(_ photo: [UInt8]) -> Match? {
        func find(_ base: [UInt8], _ number: [UInt8]) -> Match? {
            // The longest name is that of the present Takeout.
            let best = (byBase[Key(base: base, number: number)] ?? []).max { left, right in
                left.count != right.count ? left.count < right.count : right.lexicographicallyPrecedes(left)
            }
            return best.map { Match(name: $0, isCut: false) }
        }
        let (stem, ending) = Self.parts(photo)
        let (plain, number) = Self.numbered(stem)
        if let match = find(photo, []) { return match }
        if !number.isEmpty, let match = find(plain + ending, number) { return match }
        // The title of a photo may lack an extension.
        if ending.isEmpty { return nil }
        return find(stem, []) ?? (number.isEmpty ? nil : find(plain, number))
    }

    /// Length of the shortest name that Takeout has cut off, in bytes.
    private static let minimumCutLength = 40
    /// Number of bytes of a title that are compared with a name that has a number at its end.
    static let comparedLength = 36
    /// Number of files with other numbers that are read for a photo, so that a folder of equal beginnings does not take
    /// the square of their number.
    private static let maximumOthers = 8

    private func shortened(_ photo: [UInt8]) -> [Match] {
        let (stem, ending) = Self.parts(photo)
        let (plain, number) = Self.numbered(stem)
        let name = number.isEmpty ? photo : plain + ending
        guard name.count > Self.minimumCutLength else { return [] }
        for count in (Self.minimumCutLength..<name.count).reversed() {
            let base = Array(name[..<count])
            let own = byBase[Key(base: base, number: number)]?.min { $0.lexicographicallyPrecedes($1) }
            let first = own.map { [Match(name: $0, isCut: true)] } ?? []
            // A photo has a number of its own only if its name is equal to another one's before being cut off.
            let others = number.isEmpty ? byLongBase[base] ?? [] : []
            if first.isEmpty, others.isEmpty { continue }
            return first + others.map { Match(name: $0, isCut: true, hasOtherNumber: true) }
        }
        return []
    }

    // MARK: Parts of names

    /// Returns a name without its extension, and the extension with its point.
    private static func parts(_ name: [UInt8]) -> (stem: [UInt8], ending: [UInt8]) {
        let stem = SidecarName.stem(of: name)
        return (stem, Array(name.dropFirst(stem.count)))
    }

    /// Returns a name without the number at its end, and that number: `IMG` and `(1)` for `IMG(1)`.
    private static func numbered(_ name: [UInt8]) -> (plain: [UInt8], number: [UInt8]) {
        guard name.last == UInt8(ascii: ")"), let bracket = name.lastIndex(of: UInt8(ascii: "(")), bracket > 0,
            case let digits = name[(bracket + 1)...].dropLast(), (1...5).contains(digits.count),
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return (name, []) }
        return (Array(name[..<bracket]), Array(name[bracket...]))
    }

    private static let supplement = Array("supplemental-metadata".utf8)

    /// Returns a name without `.supplemental-metadata` or the beginning of it; `nil` for a name without it.
    private static func withoutSupplement(_ name: [UInt8]) -> [UInt8]? {
        guard let point = name.lastIndex(of: UInt8(ascii: ".")), point > 0,
            supplement.starts(with: name[(point + 1)...])
        else { return nil }
        return Array(name[..<point])
    }

    /// Suffixes that Google Photos appends to the names of edited copies, in the known languages.
    private static let editedSuffixes = [
        "-edited", "-effects", "-smile", "-mix", "-edytowane", "-bearbeitet", "-bewerkt", "-編集済み", "-modificato",
        "-modifié", "-modifie\u{301}", "-ha editado", "-editado", "-editat", "-redigerad", "-redigeret",
    ].map { Array($0.utf8) }

    /// Length of the shortest part of a suffix at the end of a name that is cut off, in bytes.
    private static let minimumSuffixLength = 3

    /// Returns the name of the photo that an edited copy was made from; `nil` for any other name.
    ///
    /// - Parameter photo: The name of a photo: `IMG-edited.jpg`, `IMG-edited(1).jpg`.
    /// - Returns: `IMG.jpg`, `IMG(1).jpg`.
    package static func original(ofEdited photo: [UInt8]) -> [UInt8]? { edited(photo)?.original }

    /// Returns the name of the photo that an edited copy was made from, and what was appended to it; `nil` for any other
    /// name.
    package static func edited(_ photo: [UInt8]) -> (original: [UInt8], suffix: [UInt8])? {
        let (stem, ending) = parts(photo)
        let (plain, number) = numbered(stem)
        for suffix in editedSuffixes {
            var length = suffix.count
            // Takeout cuts the names of photos off as well.
            while length > minimumSuffixLength, plain.count >= minimumCutLength, !plain.hasEnd(suffix[..<length]) {
                length -= 1
            }
            guard plain.count > length, plain.hasEnd(suffix[..<length]) else { continue }
            return (Array(plain.dropLast(length)) + number + ending, Array(plain.suffix(length)))
        }
        return nil
    }
}

extension [UInt8] {
    fileprivate func hasEnd(_ end: ArraySlice<UInt8>) -> Bool { suffix(end.count).elementsEqual(end) }
}
