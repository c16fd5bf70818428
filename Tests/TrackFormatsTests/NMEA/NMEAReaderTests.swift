import Foundation
import LKGeo
import LKTrackFormats
import Testing

@Suite("NMEAReader") struct NMEAReaderTests {
    private let one = Sentences.sentence("GPGLL,3540.874,N,13946.027,E,062950,A,A")
    private let two = Sentences.sentence("GPGLL,3540.875,N,13946.027,E,062951,A,A")

    private func read(_ text: String) throws -> (lines: [Int], texts: [String], dropped: Int) {
        let file = try TemporaryFile(text.utf8)
        let reader = try NMEAReader(path: file.path)
        var lines: [Int] = []
        var texts: [String] = []
        while let record = try reader.next() {
            lines.append(record.line)
            texts.append(String(decoding: record.sentence, as: UTF8.self))
        }
        return (lines, texts, reader.droppedSentences)
    }

    @Test("Lines end with CR LF, LF, CR or the file", arguments: ["\r\n", "\n", "\r"])
    func lineEnds(end: String) throws {
        let found = try read("# a comment with $ in it\(end)\(end)\(one)\(end)\(two)")
        #expect(found.texts == [one, two])
        #expect(found.lines == [3, 4])
    }

    @Test("Binary between sentences is passed over, and a sentence cut short by the next")
    func junk() throws {
        var bytes = Array("\u{1}\u{2}$B\u{0}b".utf8)
        bytes += Array("$GPGGA,0629\(one)\n".utf8) + [0xB5, 0x62, 0x24, 0xFF, 0x0A] + Array("xx\(two)\n".utf8)
        let file = try TemporaryFile(bytes)
        let reader = try NMEAReader(path: file.path)
        var texts: [String] = []
        while let record = try reader.next() { texts.append(String(decoding: record.sentence, as: UTF8.self)) }
        #expect(texts == [one, two])
    }

    @Test("A sentence with foreign bytes or another sentence in it is a warning; binary messages are none")
    func broken() throws {
        let good = Sentences.sentence("GPGGA,120000.00,4811.0000,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,")
        let binary: [UInt8] = [0xB5, 0x62, 0x24, 0x01, 0x24, 0x41, 0x2C, 0, 0x24, 0x2C, 0x24, 0x47, 0x50, 0xFF, 0x0A]
        // What follows a second "$" is a sentence of its own, and no good one.
        for (damage, count) in [([7], 1), ([0xC3, 0xA9], 1), (Array("$".utf8), 2), (binary, 1)] as [([UInt8], Int)] {
            var bytes = Array("\(good)\r\n".utf8) + binary
            let bad = Array(good.utf8)
            bytes += bad.prefix(20) + damage + bad.dropFirst(23) + Array("\r\n\(good)\r\n".utf8)
            for size in [1, 5, 4096] {
                let reader = NMEATrackReader(FileChunks(bytes: bytes, name: "in", size: size))
                while try reader.next() != nil {}
                #expect(reader.warnings.count == count, "\(damage) \(reader.warnings)")
                #expect(reader.warnings.first?.line == 3)
            }
        }
    }

    @Test("Small letters of hemispheres count as capitals") func smallLetters() {
        let fixes = Sentences.fixes("GPRMC,062950.00,A,3352.1292,s,15112.5574,w,0.1,,211126,,,A")
        #expect(fixes.map { $0.coordinate.latitude < -33 && $0.coordinate.longitude < -151 } == [true])
    }

    @Test(
        "A place, time or date that does not exist is a warning with its line, and nothing of its sentence is used",
        arguments: [
            "062951.00,A,-3352.1292,S,15112.5574,W,0.1,,211126", "062951.00,A,3352.1292,S,-15112.5574,W,0.1,,211126",
            "062951.00,A,3399.1292,S,15112.5574,W,0.1,,211126", "062951.00,A,3352.1292,S,15160.5574,W,0.1,,211126",
            "062951.00,A,9952.1292,S,15112.5574,W,0.1,,211126", "062951.00,A,9000.0001,S,15112.5574,W,0.1,,211126",
            "062951.00,A,3352.1292,S,18112.5574,W,0.1,,211126", "062951.00,A,3352.1292,X,15112.5574,W,0.1,,211126",
            "062951.00,A,3352.1292,E,15112.5574,S,0.1,,211126", "256199,A,3352.1292,S,15112.5574,W,0.1,,211126",
            "062951.00,A,3352.1292,S,15112.5574,W,0.1,,310220", "062951.00,A,3352.1292,S,15112.5574,W,0.1,,211326",
        ])
    func impossible(fields: String) throws {
        let good = ["062950.00", "062952.00"].map { time in
            Sentences.sentence("GPRMC,\(time),A,3352.1292,S,15112.5574,W,0.1,,211126,,,A")
        }
        let text = [good[0], Sentences.sentence("GPRMC,\(fields),,,A"), good[1]].joined(separator: "\r\n") + "\r\n"
        let reader = NMEATrackReader(FileChunks(bytes: Array(text.utf8), name: "in"))
        var lines: [Int?] = []
        var segments = 0
        while let element = try reader.next() {
            if case .point(let point) = element { lines.append(point.line) }
            if element == .segmentStart { segments += 1 }
        }
        #expect(lines == [1, 3] && segments == 1)
        #expect(reader.warnings.map(\.line) == [2] && reader.warningCount == 1)
        #expect(reader.warnings.first?.message.hasSuffix("that does not exist") == true)
    }

    @Test("The ends of what there is, a leap second, and no date yet are no warnings") func limits() throws {
        let bodies = [
            "GPRMC,235960.00,A,9000.0000,N,18000.0000,E,0.1,,311216,,,A",
            "GPRMC,062951.00,A,3359.9999,S,15160.0000,W,0.1,,000000,,,A",
            "GPRMC,999999.00,V,9999.9999,N,99999.9999,E,,,999999,,,N", "GPGGA,,,,,,0,00,,,M,,M,,",
        ]
        let text = bodies.map { Sentences.sentence($0) + "\n" }.joined()
        let reader = NMEATrackReader(FileChunks(bytes: Array(text.utf8), name: "in"))
        while try reader.next() != nil {}
        #expect(reader.warnings.isEmpty)
    }

    @Test("Sentences of more than 1,024 bytes are dropped and counted")
    func overlong() throws {
        let found = try read("$GPTXT,\(String(repeating: "x", count: 100_000))\r\n\(one)\r\n")
        #expect(found.texts == [one])
        #expect(found.dropped == 1)
        #expect(found.lines == [2])
    }

    @Test("The reports come with their sentences")
    func reports() throws {
        let file = try TemporaryFile("\(one)\r\n".utf8)
        let record = try #require(try NMEAReader(path: file.path).next())
        guard case .fix(let location) = try #require(record.reports.first) else {
            Issue.record("no fix")
            return
        }
        #expect(abs(location.coordinate.latitude - (35 + 40.874 / 60)) < 1e-12)
    }

    @Test("A missing file is named, with the system's reason")
    func missing() {
        let error = #expect(throws: TrackFormatError.self) { try NMEAReader(path: "/nowhere/walk.nmea") }
        #expect(error?.code == .unreadable)
        #expect(error?.errno == 2)
        #expect(error?.message.hasPrefix("/nowhere/walk.nmea cannot be opened: ") == true)
    }

    @Test("A folder is unreadable")
    func folder() throws {
        let reader = try NMEAReader(path: "/")
        let error = #expect(throws: TrackFormatError.self) { try reader.next() }
        #expect(error?.code == .unreadable)
    }

    @Test("A descriptor is read and left open")
    func descriptor() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("\(one)\n\(two)\n".utf8))
        try pipe.fileHandleForWriting.close()
        let reader = NMEAReader(fileDescriptor: pipe.fileHandleForReading.fileDescriptor, name: "pipe")
        #expect(try reader.next()?.line == 1)
        #expect(try reader.next()?.line == 2)
        #expect(try reader.next()?.line == nil)
        #expect(try reader.next()?.line == nil)
    }
}
