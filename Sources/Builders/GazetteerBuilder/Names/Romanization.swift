/// Approximate romanization of other alphabets, sufficient to decide which of several names corresponds to GeoNames'
/// main one.
///
/// Of Сасово, Сасов and Саз (Moksha), Сасово is chosen, since it reads like Sasovo.
enum Romanization {
    /// Returns the difference between two names, from 0 (equal) to 1; 1 for unsupported scripts.
    ///
    /// - Complexity: O(n·m) in the lengths (Levenshtein's distance).
    static func difference(_ name: String, from latin: String) -> Double {
        guard let romanized = romanized(name) else { return 1 }
        let isAbjad = name.unicodeScalars.contains { (0x590...0x6FF).contains($0.value) }
        let left = isAbjad ? skeleton(romanized) : romanized
        let right = isAbjad ? skeleton(folded(latin)) : folded(latin)
        guard !left.isEmpty, !right.isEmpty else { return 1 }
        return Double(distance(left, right)) / Double(max(left.count, right.count))
    }

    private static func romanized(_ name: String) -> [UInt8]? {
        var text: [UInt8] = []
        for scalar in name.lowercased().unicodeScalars {
            if let letters = table[scalar] { text += letters } else if scalar.properties.isAlphabetic { return nil }
        }
        return text
    }

    /// Returns the name in lower-case ASCII letters, without accents.
    static func folded(_ name: String) -> [UInt8] {
        var text: [UInt8] = []
        for scalar in name.lowercased().unicodeScalars {
            if scalar.isASCII {
                if scalar.properties.isAlphabetic { text.append(UInt8(scalar.value)) }
            } else if let letters = accented[scalar] {
                text += letters
            }
        }
        return text
    }

    /// Returns the consonants, mapping those that transliterations confuse to one letter.
    private static func skeleton(_ text: [UInt8]) -> [UInt8] {
        var skeleton: [UInt8] = []
        for letter in text where !"aeiouyhw'".utf8.contains(letter) {
            let same =
                switch letter {
                case UInt8(ascii: "q"), UInt8(ascii: "c"): UInt8(ascii: "k")
                case UInt8(ascii: "v"), UInt8(ascii: "p"): UInt8(ascii: "b")
                case UInt8(ascii: "j"): UInt8(ascii: "g")
                case UInt8(ascii: "z"): UInt8(ascii: "s")
                default: letter
                }
            if skeleton.last != same { skeleton.append(same) }
        }
        return skeleton
    }

    /// Returns the Levenshtein distance: the least number of letters to change, insert or delete.
    static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let above = row[j + 1]
                row[j + 1] = min(min(above, row[j]) + 1, diagonal + (a == b ? 0 : 1))
                diagonal = above
            }
        }
        return row[right.count]
    }

    private static func pairs(_ text: String) -> [Unicode.Scalar: [UInt8]] {
        var pairs: [Unicode.Scalar: [UInt8]] = [:]
        for pair in text.split(separator: " ") {
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
            for scalar in parts[0].unicodeScalars { pairs[scalar] = Array(parts[1].utf8) }
        }
        return pairs
    }

    private static let table = pairs(
        """
        а=a б=b в=v гґѓғ=g д=d еёэєә=e ж=zh з=z иіїӣ=i йыј=y кќ=k қ=q лљ=l м=m нњң=n оө=o п=p р=r с=s т=t уұүӯ=u ў=w ф=f \
        х=kh һҳ=h ц=ts чћ=ch ш=sh щ=shch ъьʼ’'= ю=yu я=ya џҷ=j ђ=dj ѕ=dz \
        αά=a βϐ=v γ=g δ=d εέ=e ζ=z ηήιίϊΐυύϋΰ=i θ=th κ=k λ=l μ=m ν=n ξ=x οόωώ=o π=p ρ=r σς=s τ=t φ=f χ=ch ψ=ps \
        ա=a բ=b գ=g դ=d եէ=e զ=z ը=y թտ=t ժ=zh ի=i լ=l խ=kh ծց=ts կք=k հ=h ձ=dz ղ=gh ճչ=ch մ=m յ=y ն=n շ=sh ոօ=o պփ=p \
        ջ=j ռր=r ս=s վւ=v և=ev ֆ=f \
        ა=a ბ=b გ=g დ=d ე=e ვ=v ზ=z თტ=t ი=i კქ=k ლ=l მ=m ნ=n ო=o პფ=p ჟ=zh რ=r ს=s უ=u ღ=gh ყ=q შ=sh ჩჭ=ch ცწ=ts \
        ძ=dz ხ=kh ჯ=j ჰ=h \
        אע= ב=b ג=g ד=d ה=h ו=v ז=z ח=h טת=t י=y כךק=k ל=l מם=m נן=n ס=s פף=p צץ=ts ר=r ש=sh \
        اأإآءئؤعىیيې= ب=b پ=p تطة=t ثس=s ج=j چ=ch حه=h ہھ=h خ=kh د=d ذ=d ر=r زظ=z ژ=zh ش=sh ص=s ض=d غ=gh ف=f ق=q كک=k گ=g ل=l \
        م=m ن=n و=w ں=n ٹ=t ڈ=d ڑ=r ے= ۀ=h ۆ=o ێ=e
        """)

    private static let accented = pairs(
        """
        áàâäãåāăąạảấầẩẫậắằẳẵặəǝ=a æ=ae çćčĉċ=c ďđð=d éèêëēėęěẹẻẽếềểễệ=e ğĝġģǧ=g ĥħḩḥ=h íìîïīįıịỉĩ=i ķĸ=k ĺļľł=l ñńņňŋ=n \
        óòôöõøōőơọỏốồổỗộớờởỡợ=o œ=oe ŕř=r śšşșŝ=s ßẞ=ss ťţțŧṭ=t þ=th úùûüūůűųưụủũứừửữự=u ŵ=w ýÿỳỵỷỹ=y źžżẕ=z
        """)
}

/// Transliterates Serbian to Latin letters according to its orthography: Љубљана, Ljubljana.
enum SerbianLatin {
    private static let letters: [Character: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "ђ": "đ", "е": "e", "ж": "ž", "з": "z", "и": "i", "ј": "j",
        "к": "k", "л": "l", "љ": "lj", "м": "m", "н": "n", "њ": "nj", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
        "ћ": "ć", "у": "u", "ф": "f", "х": "h", "ц": "c", "ч": "č", "џ": "dž", "ш": "š",
    ]

    static func text(_ name: String) -> String {
        var text = ""
        for character in name {
            if let letters = letters[character] {
                text += letters
            } else if let small = character.lowercased().first, let letters = letters[small] {
                text += letters.prefix(1).uppercased() + letters.dropFirst()
            } else {
                text.append(character)
            }
        }
        return text
    }
}
