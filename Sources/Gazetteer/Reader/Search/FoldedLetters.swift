/// The ASCII letters that stand for the Latin letters with marks: ø is o, ß is ss.
///
/// Two places a letter, in the order of Unicode: `--` where a letter stands for itself, a full stop where there is no second
/// one. Made from Unicode's compatibility decompositions without their marks, in lower case, and from what transliterates the
/// letters that do not decompose (ß ø ł đ ð þ æ œ ı ħ ŧ ŋ and those of African languages).
enum FoldedLetters {
    /// Latin-1 Supplement's letters, Latin Extended-A and -B: U+00C0 to U+024F.
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
