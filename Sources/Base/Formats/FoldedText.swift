/// UTF-8 text folded for comparison: lower case without diacritics, single spaces between words, no apostrophes or full
/// stops.
///
/// São Tomé is `sao tome`, Sankt-Peterburg `sankt peterburg`, Coeur d’Alene `coeur dalene`, ΑΘΉΝΑ `αθηνα`, Ёлкино
/// `елкино`. Full-width letters become narrow (Ｔｏｋｙｏ), letters of other scripts are unchanged, and invalid UTF-8
/// becomes a character that matches nothing.
package struct FoldedText: Sequence, IteratorProtocol {
    private static let space: UInt32 = 0x20
    private static let damaged: UInt32 = 0xFFFD

    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    /// The pending second letter of a pair: the e of æ.
    private var waiting: UInt32 = 0
    private var isAfterSpace = true

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns the folded scalars of a query.
    package static func scalars(of text: Substring) -> [UInt32] {
        var copy = String(text)
        return copy.withUTF8 { Array(FoldedText(UnsafeRawBufferPointer($0))) }
    }

    package mutating func next() -> UInt32? {
        if waiting != 0 {
            defer { waiting = 0 }
            return waiting
        }
        var owesSpace = false
        while position < bytes.count {
            let before = position
            let letter = fold(scalar())
            if letter == 0 { continue }
            if letter == Self.space {
                owesSpace = !isAfterSpace
                continue
            }
            if owesSpace {
                // The space comes first; read the letter again next time.
                position = before
                waiting = 0
                isAfterSpace = true
                return Self.space
            }
            isAfterSpace = false
            return letter
        }
        return nil
    }

    /// Returns the folded letter of a scalar; 0 for none.
    private mutating func fold(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x61...0x7A, 0x30...0x39: return scalar
        case 0x41...0x5A: return scalar | 0x20
        // Apostrophes in their many forms, full stops, combining marks.
        case 0x27, 0x2E, 0x60, 0xB4, 0x2B9...0x2BF, 0x2C8, 0x300...0x36F, 0x200B...0x200F, 0x2018, 0x2019, 0x2032:
            return 0
        // Arabic vowel marks and tatweel.
        case 0x640, 0x64B...0x65F, 0x670: return 0
        case 0...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0xBF, 0x2010...0x2015, 0x3000: return Self.space
        case 0xC0...0x24F: return pair(FoldedLetters.latin, Int(scalar - 0xC0), or: scalar)
        case 0x1E00...0x1EFF: return pair(FoldedLetters.additional, Int(scalar - 0x1E00), or: scalar)
        case 0x386...0x3CE: return Self.greek(scalar)
        case 0x400...0x4FF: return Self.cyrillic(scalar)
        // Full-width letters, digits and signs.
        case 0xFF01...0xFF5E: return fold(scalar - 0xFEE0)
        // Armenian capitals.
        case 0x531...0x556: return scalar + 0x30
        default: return scalar
        }
    }

    private mutating func pair(_ table: [UInt8], _ index: Int, or scalar: UInt32) -> UInt32 {
        guard 2 * index + 1 < table.count, table[2 * index] != UInt8(ascii: "-") else { return scalar }
        let second = table[2 * index + 1]
        if second != UInt8(ascii: ".") { waiting = UInt32(second) }
        return UInt32(table[2 * index])
    }

    private static func greek(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x386, 0x3AC: 0x3B1
        case 0x388, 0x3AD: 0x3B5
        case 0x389, 0x3AE: 0x3B7
        case 0x38A, 0x390, 0x3AA, 0x3AF, 0x3CA: 0x3B9
        case 0x38C, 0x3CC: 0x3BF
        case 0x38E, 0x3AB, 0x3B0, 0x3CB, 0x3CD: 0x3C5
        case 0x38F, 0x3CE: 0x3C9
        // Final sigma.
        case 0x3C2: 0x3C3
        case 0x391...0x3A1, 0x3A3...0x3A9: scalar + 0x20
        default: scalar
        }
    }

    private static func cyrillic(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        // Ё and ё are mostly written without the diaeresis.
        case 0x401, 0x451: 0x435
        case 0x410...0x42F: scalar + 0x20
        case 0x400...0x40F: scalar + 0x50
        case 0x4C0, 0x4CF: 0x4CF
        case 0x4C1...0x4CE: scalar & 1 == 1 ? scalar + 1 : scalar
        case 0x460...0x481, 0x48A...0x4BF, 0x4D0...0x4FF: scalar | 1
        default: scalar
        }
    }

    /// Decodes one scalar; an invalid sequence consumes one byte.
    private mutating func scalar() -> UInt32 {
        let first = UInt32(bytes[position])
        position += 1
        if first < 0x80 { return first }
        let length = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1
        guard first >= 0xC2, first < 0xF5, position + length <= bytes.count else { return Self.damaged }
        var scalar = first & (0x3F >> UInt32(length))
        for index in 0..<length {
            let byte = UInt32(bytes[position + index])
            guard byte & 0xC0 == 0x80 else { return Self.damaged }
            scalar = scalar << 6 | byte & 0x3F
        }
        position += length
        return scalar
    }
}

/// The ASCII equivalents of Latin letters with diacritics: ø is o, ß is ss.
///
/// Two characters per letter, in Unicode order: `--` if a letter is unchanged, a full stop if there is no second
/// character. Generated from Unicode's compatibility decompositions without combining marks, in lower case, and from
/// transliterations of the letters that do not decompose (ß ø ł đ ð þ æ œ ı ħ ŧ ŋ and those of African languages).
enum FoldedLetters {
    /// The letters of the Latin-1 Supplement, Latin Extended-A and -B: U+00C0 to U+024F.
    static let latin: [UInt8] = Array(
        """
        a.a.a.a.a.a.aec.e.e.e.e.i.i.i.i.d.n.o.o.o.o.o.--o.u.u.u.u.y.thss
        a.a.a.a.a.a.aec.e.e.e.e.i.i.i.i.d.n.o.o.o.o.o.--o.u.u.u.u.y.thy.
        a.a.a.a.a.a.c.c.c.c.c.c.c.c.d.d.d.d.e.e.e.e.e.e.e.e.e.e.g.g.g.g.
        g.g.g.g.h.h.h.h.i.i.i.i.i.i.i.i.i.i.ijijj.j.k.k.k.l.l.l.l.l.l.l.
        l.l.l.n.n.n.n.n.n.n.n.n.o.o.o.o.o.o.oeoer.r.r.r.r.r.s.s.s.s.s.s.
        s.s.t.t.t.t.t.t.u.u.u.u.u.u.u.u.u.u.u.u.w.w.y.y.y.z.z.z.z.z.z.s.
        --b.--------o.------d.------e.e.e.f.f.--g.----i.k.k.----------o.
        o.o.--------------------------u.u.u.v.y.y.----------------------
        --------dzdzdzljljljnjnjnja.a.i.i.o.o.u.u.u.u.u.u.u.u.u.u.e.a.a.
        a.a.aeaeg.g.g.g.k.k.o.o.o.o.----j.dzdzdzg.g.----n.n.a.a.aeaeo.o.
        a.a.a.a.e.e.e.e.i.i.i.i.o.o.o.o.r.r.r.r.u.u.u.u.s.s.t.t.----h.h.
        ------------a.a.e.e.o.o.o.o.o.o.o.o.y.y.------------------------
        --------------------------------
        """.utf8
    ).filter { $0 != UInt8(ascii: "\n") }

    /// Latin Extended Additional: U+1E00 to U+1EFF.
    static let additional: [UInt8] = Array(
        """
        a.a.b.b.b.b.b.b.c.c.d.d.d.d.d.d.d.d.d.d.e.e.e.e.e.e.e.e.e.e.f.f.
        g.g.h.h.h.h.h.h.h.h.h.h.i.i.i.i.k.k.k.k.k.k.l.l.l.l.l.l.l.l.m.m.
        m.m.m.m.n.n.n.n.n.n.n.n.o.o.o.o.o.o.o.o.p.p.p.p.r.r.r.r.r.r.r.r.
        s.s.s.s.s.s.s.s.s.s.t.t.t.t.t.t.t.t.u.u.u.u.u.u.u.u.u.u.v.v.v.v.
        w.w.w.w.w.w.w.w.w.w.x.x.x.x.y.y.z.z.z.z.z.z.h.t.w.y.a.s.----ss--
        a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.e.e.e.e.e.e.e.e.
        e.e.e.e.e.e.e.e.i.i.i.i.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.o.
        o.o.o.o.u.u.u.u.u.u.u.u.u.u.u.u.u.u.y.y.y.y.y.y.y.y.------------
        """.utf8
    ).filter { $0 != UInt8(ascii: "\n") }
}
