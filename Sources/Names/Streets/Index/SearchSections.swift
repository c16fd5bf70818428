import Glibc

/// What a word leads to: a kind in the upper bits, and an index into its section.
///
/// In ascending order areas and settlements come first, which say where a street is.
package struct SearchSubject: RawRepresentable, Hashable, Comparable {
    package enum Kind: UInt32 {
        case area, settlement, street
        /// A place of interest, by its house.
        case interest
        /// A house that is addressed by a settlement or a block.
        case house
        /// A postcode, by a house in the middle of it.
        case postcode
    }

    package static let indexBits: UInt32 = 29

    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package init(_ kind: Kind, _ index: Int) {
        rawValue = kind.rawValue << Self.indexBits | UInt32(truncatingIfNeeded: index) & (1 << Self.indexBits - 1)
    }

    /// `nil` for a kind that this version does not know.
    var kind: Kind? { Kind(rawValue: rawValue >> Self.indexBits) }
    var index: Int { Int(rawValue & (1 << Self.indexBits - 1)) }

    package static func < (left: SearchSubject, right: SearchSubject) -> Bool { left.rawValue < right.rawValue }
}

/// A word of the file and what it leads to.
struct FoundWord {
    var word: SearchWords.Word
    /// Records of `POST`.
    var postings: Range<Int>
}

extension StreetIndex {
    /// Maximum number of words that a prefix may stand for.
    private static let maximumContinuations = 64

    /// Returns a word of the file; `nil` if the record does not exist.
    private func word(_ number: Int) -> (bytes: UnsafeRawBufferPointer, postings: Range<Int>)? {
        guard let record = layout.words[number] else { return nil }
        let (first, count) = (Int(record.uint32(4)), Int(record.uint32(8)))
        guard first <= layout.postings.count, count <= layout.postings.count - first else { return nil }
        return (textBytes(record.uint32(0)), first..<first + count)
    }

    /// Returns the number of the first word that is not less than a word.
    private func position(of word: SearchWords.Word) -> Int {
        var (low, high) = (0, layout.words.count)
        while low < high {
            let middle = (low + high) / 2
            guard let found = self.word(middle) else { return layout.words.count }
            if found.bytes.precedes(word) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns a word of the file; `nil` if no name contains it.
    func found(_ word: SearchWords.Word) -> FoundWord? {
        guard let found = self.word(position(of: word)), found.bytes.elementsEqual(word) else { return nil }
        return FoundWord(word: word, postings: found.postings)
    }

    /// Returns the words of the file that begin with a prefix.
    func continuations(of letters: SearchWords.Word) -> [FoundWord] {
        var number = position(of: letters)
        var all: [FoundWord] = []
        while all.count < Self.maximumContinuations, let found = word(number), found.bytes.starts(with: letters) {
            all.append(FoundWord(word: Array(found.bytes), postings: found.postings))
            number += 1
        }
        return all
    }

    /// Returns the words of the file that differ from a word by one letter: replaced, added, missing, or two swapped.
    ///
    /// The first letter must match.
    func similar(to wanted: SearchWords.Word) -> [FoundWord] {
        var number = position(of: Array(wanted.prefix(1)))
        var all: [FoundWord] = []
        while all.count < Self.maximumContinuations, let found = word(number), found.bytes.first == wanted.first {
            if found.bytes.isOneErrorFrom(wanted) {
                all.append(FoundWord(word: Array(found.bytes), postings: found.postings))
            }
            number += 1
        }
        return all
    }

    /// Returns the subject of a record of `POST`.
    func subject(_ posting: Int) -> SearchSubject {
        SearchSubject(rawValue: layout.postings[posting]?.uint32(0) ?? .max)
    }

    /// Returns the first of some records of `POST` that is not less than a subject.
    func firstPosting(in postings: Range<Int>, from subject: SearchSubject) -> Int {
        var (low, high) = (postings.lowerBound, postings.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if self.subject(middle) < subject { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the records of one kind of subject.
    func postings(_ postings: Range<Int>, of kind: SearchSubject.Kind) -> Range<Int> {
        let first = firstPosting(in: postings, from: SearchSubject(kind, 0))
        let end = firstPosting(
            in: first..<postings.upperBound,
            from: SearchSubject(rawValue: (kind.rawValue + 1) << SearchSubject.indexBits))
        return first..<end
    }

    /// Calls a closure with each house of a street until it returns `false`.
    func forEachHouse(of street: Int, _ body: (Int) -> Bool) {
        guard let first = layout.houseRuns[street]?.uint32(0), let end = layout.houseRuns[street + 1]?.uint32(0),
            first < end, end <= layout.houseList.count
        else { return }
        for number in Int(first)..<Int(end) {
            guard let house = layout.houseList[number]?.uint32(0), body(Int(house)) else { return }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns whether one replaced, inserted or removed letter, or two swapped neighbours, turn these bytes into others.
    ///
    /// Letters beyond ASCII have several bytes and count as several.
    fileprivate func isOneErrorFrom(_ other: [UInt8]) -> Bool {
        guard abs(count - other.count) <= 1 else { return false }
        var first = 0
        while first < Swift.min(count, other.count), self[first] == other[first] { first += 1 }
        func isEqual(from own: Int, _ others: Int) -> Bool { self[own...].elementsEqual(other[others...]) }
        if count > other.count { return isEqual(from: first + 1, first) }
        if count < other.count { return isEqual(from: first, first + 1) }
        guard first < count else { return false }
        if isEqual(from: first + 1, first + 1) { return true }
        return first + 1 < count && self[first] == other[first + 1] && self[first + 1] == other[first]
            && isEqual(from: first + 2, first + 2)
    }

    /// Returns whether the bytes come before others.
    fileprivate func precedes(_ other: [UInt8]) -> Bool {
        let common = other.withUnsafeBytes { other in
            guard let start = baseAddress, let others = other.baseAddress else { return Int32(0) }
            return memcmp(start, others, Swift.min(count, other.count))
        }
        return common != 0 ? common < 0 : count < other.count
    }
}
