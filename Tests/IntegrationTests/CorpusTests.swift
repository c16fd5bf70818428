import Foundation
import LocationKit
import TestSupport
import Testing

@Suite("gpsd's test logs", .enabled(if: !CorpusLog.all.isEmpty, CorpusLog.absence), .serialized)
struct CorpusTests {
    @Test("Replaying gpsd's output ends where gpsd did", arguments: CorpusLog.all)
    func replayedOutput(log: CorpusLog) async throws {
        try await check(ReplaySource(path: log.check, speed: 0), log)
    }

    @Test("Replaying NMEA ends where gpsd did, or an epoch later", arguments: CorpusLog.sentences)
    func replayedSentences(log: CorpusLog) async throws { try await checkReplay(log) }

    @Test(
        "Simulating the receiver ends where gpsd did", .enabled(if: TestGPSD.program != nil, "gpsd is not installed"),
        arguments: Fixtures.some(CorpusLog.all))
    func simulated(log: CorpusLog) async throws {
        try await check(
            SimulatedSource(path: log.path, speed: 0), log, comparesTime: !CorpusLog.datesDiffer.contains(log.name))
    }

    @Test("locate prints the same", arguments: CorpusLog.all.filter { ["ac12", "bu303-nofix"].contains($0.name) })
    func printed(log: CorpusLog) async throws {
        let end = try await LocateProgram.run(
            "--watch", "--json", "--no-address", "--speed", "0", "--replay", log.check)
        guard let expected = try log.expected() else {
            #expect(end.status == 75)
            let printed = try end.last()
            #expect(printed.status == "failed")
            #expect(printed.latitude == nil)
            #expect(end.lines.count == 1)
            #expect(end.errors.hasPrefix("locate: the recording ended without a position: "))
            return
        }
        #expect(end.status == 0)
        #expect(end.errors.isEmpty)
        let printed = try end.last()
        #expect(abs((printed.latitude ?? 0) - expected.latitude) < 1e-8)
        #expect(abs((printed.longitude ?? 0) - expected.longitude) < 1e-8)
        #expect(printed.fix == "\(expected.mode)d")
        #expect(printed.timestamp == expected.time)
    }

    /// The weeks, in seconds, that gpsd adds to dates before 2017, and a recording keeps.
    private static let rollover = 1024 * 7 * 86_400.0

    /// Plays a recording to its end, and compares its last two positions with gpsd's last.
    ///
    /// A recording keeps its dates, and the last epoch, which gpsd drops where its last sentence is missing.
    private func checkReplay(_ log: CorpusLog) async throws {
        let session = ObservedSession(ReplaySource(path: log.path, speed: 0), accuracy: 0, timeout: nil)
        let end = try await session.run()
        guard let expected = try log.expected() else {
            #expect(end.error?.code == .ended && session.updates.isEmpty)
            return
        }
        #expect(end.status == .updated)
        let time = try expected.time.map(Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse)
        let last = try #require(
            session.updates.suffix(2).first {
                abs($0.coordinate.latitude - expected.latitude) < 1e-8
                    && abs($0.coordinate.longitude - expected.longitude) < 1e-8
                    && Self.isSame($0.timestamp, time)
            })
        #expect(last.fix == (expected.mode == 3 ? .threeDimensional : .twoDimensional))
        #expect(last.isSimulated == (last.correction == .simulated))
    }

    private static func isSame(_ time: Date?, _ expected: Date?) -> Bool {
        guard let time, let expected else { return time == expected }
        let later = expected.timeIntervalSince(time)
        return abs(later) < 0.0005 || abs(later - rollover) < 0.0005
    }

    /// Plays a source to its end and compares its last position.
    private func check(_ source: any LocationSource, _ log: CorpusLog, comparesTime: Bool = true) async throws {
        let session = ObservedSession(source, accuracy: 0, timeout: nil)
        let end = try await session.run()
        guard let expected = try log.expected() else {
            #expect(end.status == .failed)
            #expect(end.error?.code == .ended)
            #expect(session.updates.isEmpty)
            return
        }
        #expect(end.status == .updated)
        #expect(end.finishReason == .timeout)
        let last = try #require(session.updates.last)
        #expect(abs(last.coordinate.latitude - expected.latitude) < 1e-8)
        #expect(abs(last.coordinate.longitude - expected.longitude) < 1e-8)
        #expect(last.fix == (expected.mode == 3 ? .threeDimensional : .twoDimensional))
        #expect(last.isSimulated == (source is SimulatedSource || last.correction == .simulated))
        if comparesTime {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            let time = try expected.time.map(style.parse)
            #expect((last.timestamp == nil) == (time == nil))
            if let time, let got = last.timestamp {
                #expect(abs(got.timeIntervalSince(time)) < 0.0005)
            }
        }
    }
}
