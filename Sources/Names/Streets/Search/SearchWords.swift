import LKFormats

/// The words by which names are found: folded letters, with one short form for each common word of addresses.
///
/// Names and queries go through the same rules, so Bahnhofstr., Bahnhof-Straße and BAHNHOFSTRASSE meet, and so do Av. and
/// Avenue. The rules are part of the file format, `Docs/Formats/Streets.md`.
package enum SearchWords {
    package typealias Word = [UInt8]

    /// Longer words are cut, in bytes.
    static let maximumWordLength = 64

    /// Returns the words of a text, with one form for each abbreviation.
    package static func words(of text: UnsafeRawBufferPointer) -> [Word] { folded(text).map(canonical) }

    /// Returns the folded words of a text as they are written.
    static func folded(_ text: UnsafeRawBufferPointer) -> [Word] {
        var words: [Word] = []
        var word: Word = []
        func end() {
            if !word.isEmpty { words.append(word) }
            word = []
        }
        for letter in FoldedText(text) {
            if letter == 0x20 { end() } else if word.count < maximumWordLength { append(letter, to: &word) }
        }
        end()
        return words
    }

    private static func append(_ letter: UInt32, to word: inout Word) {
        if letter < 0x80 {
            word.append(UInt8(letter))
        } else if let scalar = Unicode.Scalar(letter) {
            word += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
    }

    /// Returns the form of a word that its abbreviations share and that is the same with ö and oe.
    static func canonical(_ word: Word) -> Word {
        if let short = shortForms[word] { return short }
        for (ending, short) in endings where word.count > ending.count && word.hasSuffix(ending) {
            return withoutUmlauts(word.dropLast(ending.count) + short)
        }
        return withoutUmlauts(word)
    }

    /// Returns a word without the e of ae, oe and ue, since ä, ö and ü are folded to a, o and u.
    private static func withoutUmlauts(_ word: Word) -> Word {
        guard word.count > 3, word.contains(UInt8(ascii: "e")) else { return word }
        var plain: Word = []
        for letter in word where letter != UInt8(ascii: "e") || !umlauts.contains(plain.last ?? 0) {
            plain.append(letter)
        }
        return plain
    }

    private static let umlauts = Array("aou".utf8)

    /// Words of names of streets and their abbreviations, folded.
    private static let shortForms: [Word: Word] = {
        let lines = """
            str strasse strase straat
            st street saint sankt sint
            ste sainte
            ave av avenue avenida avda
            blvd bd boul boulevard bulevar bvd
            rd road
            dr drive doktor doctor docteur dottor
            prof professor professeur professore
            gen general generale
            ln lane
            pl place platz plaza plein
            sq square
            ct court
            ter terrace
            hwy highway
            pkwy parkway
            n north nord
            s south sud
            e east
            w west
            c calle carrer
            ctra carretera
            v via
            vle viale
            pza piazza
            cso corso
            lgo largo
            r rue rua
            ch chemin
            rte route
            imp impasse
            fbg faubourg fg
            al allee
            ul ulica ulice ulitsa
            al aleja
            nam namesti
            vag vagen
            mt mount
            ул улица
            пр проспект просп
            пер переулок
            пл площадь
            ш шоссе
            наб набережная
            бул бульвар бульв
            """
        var forms: [Word: Word] = [:]
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ").map { Word($0.utf8) }
            for word in words.dropFirst() { forms[word] = words[0] }
        }
        return forms
    }()

    /// Endings of names of streets, the short form of each.
    private static let endings: [(ending: Word, short: Word)] = [
        ("strasse", "str"), ("strase", "str"), ("straat", "str"), ("platz", "pl"), ("gatan", "g"), ("vagen", "v"),
    ].map { (Word($0.utf8), Word($1.utf8)) }
}

extension [UInt8] {
    /// Returns whether the last elements equal an ending.
    func hasSuffix(_ ending: [UInt8]) -> Bool { count >= ending.count && suffix(ending.count).elementsEqual(ending) }
}
