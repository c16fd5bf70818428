import Testing

@testable import LKCommandLine

@Suite struct ProgressTextTests {
    private func line(_ text: ProgressText, _ elapsed: Double, left: Int? = nil, columns: Int = 80) -> String {
        text.line(elapsed: elapsed, left: left, columns: columns)
    }

    @Test("What is counted has a bar, how many of how many, and the time that is left")
    func known() {
        #expect(
            line(ProgressText(label: "rows", done: 412_000, share: 0.412), 2, left: 3)
                == "[#############-------------------]  41%  412 000 rows  206 000 rows/s  3 s left")
        #expect(
            line(ProgressText(label: "photos", done: 0, total: 2600, share: 0), 0.5, columns: 50)
                == "[-----------------------]   0%  0 of 2 600 photos")
        #expect(
            line(ProgressText(label: "photos", done: 26, total: 2600, share: 0.01), 60, left: 5940, columns: 90)
                == "[----------------------------------------]   1%  26 of 2 600 photos  1:39 h left")
        #expect(
            line(ProgressText(label: "reading names", share: 0.5), 10, left: 10, columns: 50)
                == "[########--------]  50%  reading names  10 s left")
    }

    @Test("A pipe, and what cannot be counted, has the time that went by")
    func unknown() {
        #expect(line(ProgressText(label: "rows", done: 150), 75) == "150 rows  2 rows/s  1:15 min")
        #expect(line(ProgressText(label: "searching walk.track"), 3.9) == "searching walk.track  3 s")
        #expect(line(ProgressText(label: "rows", done: 1), 0.6) == "1 row")
        #expect(
            line(ProgressText(label: "photos", done: 0, total: 1, share: 0), 0.6, columns: 20) == "  0%  0 of 1 photo")
    }

    @Test("No rate is shown of what takes seconds each, nor in the first second")
    func rates() {
        #expect(!line(ProgressText(label: "photos", done: 3, total: 9, share: 0.3), 4).contains("/s"))
        #expect(!line(ProgressText(label: "photos", done: 300, total: 900, share: 0.3), 0.7).contains("/s"))
        #expect(line(ProgressText(label: "photos", done: 300, total: 900, share: 0.3), 3).contains("  100 photos/s"))
    }

    @Test("Nothing is ever as wide as the terminal, however narrow that is")
    func narrow() {
        let rows = ProgressText(label: "rows", done: 412_000, share: 0.412)
        #expect(line(rows, 2, left: 3, columns: 30) == " 41%  412 000 rows  3 s left")
        #expect(line(rows, 2, left: 3, columns: 24) == " 41%  412 000 rows")
        for columns in 1...200 {
            for share in [nil, 0, 0.5, 1, 7] {
                for label in ["rows", "写真を読む"] {
                    let text = ProgressText(label: label, done: 1_000_000, total: 2_000_000, share: share)
                    #expect(TextWidth.columns(line(text, 1e9, left: 359_999, columns: columns)) < columns)
                }
            }
        }
    }

    @Test("The time left is never 0, counts down with the clock, and does not jump")
    func timeLeft() throws {
        var left = TimeLeft()
        #expect(left.update(elapsed: 0.4, share: 0.5) == nil && left.update(elapsed: 5, share: 0) == nil)
        var shown: [Int] = []
        // A steady pace, told in steps of 5 %, looked at five times a second.
        for tick in 5...499 {
            let elapsed = Double(tick) / 5
            let share = (elapsed / 100 * 20).rounded(.down) / 20
            if let seconds = left.update(elapsed: elapsed, share: share) { shown.append(seconds) }
        }
        try #require(shown.count > 400)
        #expect(shown.allSatisfy { $0 >= 1 } && shown.last.map { $0 <= 6 } == true)
        for (one, next) in zip(shown, shown.dropFirst()) { #expect((next - one).magnitude <= 3, "\(one), \(next)") }
        let ups = zip(shown, shown.dropFirst()).count { $0 < $1 }
        #expect(ups * 10 < shown.count)
        #expect(left.update(elapsed: 100, share: 1) == nil)
    }

    @Test("The time left follows a pace that changes within seconds, without a jump")
    func paceChanges() throws {
        var left = TimeLeft()
        var shown: [Int] = []
        for tick in 5...200 {
            let elapsed = Double(tick) / 5
            // Ten seconds at ten times the pace.
            let share = elapsed < 10 ? elapsed / 100 : 0.1 + (elapsed - 10) / 1000
            if let seconds = left.update(elapsed: elapsed, share: share) { shown.append(seconds) }
        }
        let truth = 40 * (1 - 0.13) / 0.13
        let last = try #require(shown.last)
        #expect(abs(Double(last) - truth) < 0.35 * truth, "\(last), \(truth)")
        for (one, next) in zip(shown, shown.dropFirst()) { #expect(abs(next - one) <= 12, "\(one), \(next)") }
    }
}
