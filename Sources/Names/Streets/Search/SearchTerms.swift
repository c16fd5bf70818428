/// The words of a query as the file knows them.
struct SearchTerms {
    /// A word and what it leads to.
    struct Term {
        /// The tokens of the query that it stands for, a bit each.
        var mask: UInt32
        var word: SearchWords.Word
        var postings: Range<Int>
        /// Whether the token is only the beginning of the word.
        var isContinued = false
    }

    private(set) var terms: [Term] = []

    /// A word of at least this length that no name has may be the beginning of one, in bytes.
    private static let minimumBeginningLength = 3

    /// A word of at least this length may have a typing error, in bytes.
    private static let minimumMisspeltLength = 5

    init(_ query: StreetQuery, in index: StreetIndex, allowingTypingErrors: Bool = false) {
        let tokens = query.tokens
        for (number, token) in tokens.enumerated()
        where !token.roles.isDisjoint(with: [.name, .surroundings]) {
            let mask: UInt32 = 1 << UInt32(number)
            var isKnown = false
            if let found = index.found(token.word) {
                terms.append(Term(mask: mask, word: token.word, postings: found.postings))
                isKnown = true
            }
            // Haupt Strasse for Hauptstrasse.
            if number + 1 < tokens.count, tokens[number + 1].part == token.part {
                let word = SearchWords.canonical(token.written + tokens[number + 1].written)
                let both: UInt32 = mask | mask << 1
                if let found = index.found(word) {
                    terms.append(Term(mask: both, word: word, postings: found.postings))
                    isKnown = true
                } else if let found = index.found(token.written + tokens[number + 1].word) {
                    terms.append(Term(mask: both, word: found.word, postings: found.postings))
                    isKnown = true
                }
            }
            guard !isKnown, token.written.count >= Self.minimumBeginningLength, !token.written.allSatisfy(\.isDigit)
            else {
                continue
            }
            var continuations = index.continuations(of: token.word)
            if continuations.isEmpty, allowingTypingErrors, token.word.count >= Self.minimumMisspeltLength {
                continuations = index.similar(to: token.word)
            }
            for found in continuations {
                terms.append(Term(mask: mask, word: found.word, postings: found.postings, isContinued: true))
            }
        }
    }

    /// What a name and the query have in common.
    struct Coverage {
        /// The tokens of the query that it explains.
        var mask: UInt32 = 0
        /// Words of the name that the query does not have.
        var missing = 0
        /// Whether a word matches only as a prefix.
        var isContinued = false
        /// The name, a text of the file.
        var text: UInt32 = 0

        func isBetter(than other: Coverage) -> Bool {
            (other.mask.nonzeroBitCount, missing, isContinued ? 1 : 0)
                < (mask.nonzeroBitCount, other.missing, other.isContinued ? 1 : 0)
        }
    }

    /// Returns the tokens that the names of a street have, as a bit mask.
    func mask(ofStreet number: Int, in index: StreetIndex) -> UInt32 {
        let street = SearchSubject(.street, number)
        return terms.reduce(0) { mask, term in
            let posting = index.firstPosting(in: term.postings, from: street)
            guard posting < term.postings.upperBound, index.subject(posting) == street else { return mask }
            return mask | term.mask
        }
    }

    /// Compares a name with the query.
    ///
    /// - Parameters:
    ///   - name: Its bytes.
    ///   - allowed: The tokens that may be part of a name.
    /// - Returns: The tokens that it has, and what it has beside them.
    func match(_ name: UnsafeRawBufferPointer, allowed: UInt32) -> Coverage {
        var match = Coverage()
        for word in SearchWords.words(of: name) {
            // Of the words Haupt and Hauptstrasse the longer one stands for more of the query.
            let best = terms.filter { $0.mask & ~allowed == 0 && $0.word == word }.max {
                $0.mask.nonzeroBitCount < $1.mask.nonzeroBitCount
            }
            guard let best else {
                match.missing += 1
                continue
            }
            match.mask |= best.mask
            if best.isContinued { match.isContinued = true }
        }
        return match
    }
}
