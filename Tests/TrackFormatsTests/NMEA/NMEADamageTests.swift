import LKGeo
import LKTrackFormats
import TestSupport
import Testing

@Suite("NMEADecoder and damaged input") struct NMEADamageTests {
    static let recording: [UInt8] = Array(
        [
            "GPGGA,062950.00,3540.87416,N,13946.02750,E,1,09,0.8,40.0,M,36.7,M,,",
            "GPGSA,A,3,01,02,03,04,05,06,07,08,09,,,,1.5,0.8,1.2",
            "GPGSV,2,1,05,28,14,150,41,09,15,254,41,10,43,192,47,13,06,081,36", "GPGSV,2,2,05,02,56,323,",
            "GPGST,062950.00,1.0,2.0,3.0,45,1.1,1.2,1.3",
            "GPRMC,062950.00,A,3540.87416,N,13946.02750,E,1.944,359.5,211126,,,A",
            "GPGLL,3540.87416,N,13946.02750,E,062950.00,A,A", "GPZDA,062950.00,21,11,2026,00,00",
            "GNGNS,062950,3540.874,N,13946.027,E,DA,12,0.7,40.0,36.7,,,S", "GPGBS,062950,3.0,4.0,5.0,,,,",
            "PGRMF,290,293895,160305,093802,13,5213.1439,N,02100.6511,E,A,2,36,226,2,1", "PGRMZ,246,f,3",
            "PASHR,POS,1,09,062951.00,3540.874,N,13946.027,E,76.7,,90.0,36.0,-0.5,1.8,0.9,1.5,1.0,ABCD",
            "PASHR,SAT,2,10,120,45,33,U,11,240,12,28,-",
            "PSTI,030,062950.000,A,3540.8741600,N,13946.0275000,E,40.0,-3.00,-4.00,0.03,211126,R,1.0,4.0",
            "PUBX,00,062950,3540.874,N,13946.027,E,40,G3,2.1,3.3,0,0,0,,1.1,1.2,0.8,9,0,0",
            "PGRME,15.0,M,45.0,M,25.0,M",
        ].map { Sentences.sentence($0) + "\r\n" }.joined().utf8)

    /// Decodes bytes as a file and checks what every report must hold.
    private func check(_ bytes: some Sequence<UInt8>) {
        var splitter = NMEALineSplitter()
        var decoder = NMEADecoder(dateRule: .gpsd)
        let decode = { (_: Int, sentence: [UInt8]) in
            for report in decoder.decode(sentence) {
                guard case .fix(let location) = report else { continue }
                #expect(location.course.map { (0..<360).contains($0) } != false)
                #expect(location.speed.map { $0 >= 0 && $0.isFinite } != false)
                #expect(location.altitude.map { $0.isFinite } != false)
            }
        }
        splitter.append(bytes, decode)
        splitter.finish(decode)
    }

    @Test("Every truncation is read without a trap")
    func truncation() {
        for length in Fixtures.cuts(0..<Self.recording.count + 1) { check(Self.recording[..<length]) }
    }

    @Test("Every sentence with every field cut off or emptied is read without a trap")
    func fields() {
        for line in Self.recording.split(separator: 0x0A) {
            let body = line.dropFirst().prefix { $0 != UInt8(ascii: "*") }
            let fields = String(decoding: body, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
            for index in fields.indices {
                for replacement in [
                    "", "-1", "99999999999999999999", "1e308", "nan", "é", "A", "0.0000000000000000000001",
                ] {
                    var changed = fields.map(String.init)
                    changed[index] = replacement
                    check(Sentences.sentence(changed.joined(separator: ",")).utf8)
                    check(Sentences.sentence(changed[...index].joined(separator: ",")).utf8)
                }
            }
        }
    }

    @Test("Seeded corruption is read without a trap", arguments: 0..<40)
    func corruption(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<Fixtures.rounds(50) {
            var bytes = Self.recording
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            // Without checksums the corruption reaches the fields.
            check(bytes)
            check(bytes.map { $0 == UInt8(ascii: "*") ? UInt8(ascii: ",") : $0 })
        }
    }
}
