import Testing

@testable import LocateTool

@Suite struct ProgressTextTests {
    @Test("A file of known length has a bar and the time that is left")
    func known() {
        #expect(
            ProgressText.text(points: 412_000, elapsed: 2, share: 0.412, columns: 80)
                == "[#############-------------------]  41%  412 000 rows  206 000 rows/s  3 s left")
        #expect(
            ProgressText.text(points: 0, elapsed: 0, share: 0, columns: 50)
                == "[------------------------]   0%  0 rows  0 rows/s")
        #expect(
            ProgressText.text(points: 1_234_567, elapsed: 100, share: 0.02, columns: 90)
                == "[--------------------------------------]   2%  1 234 567 rows  12 345 rows/s  1:21 h left")
    }

    @Test("A pipe has the time that went by")
    func unknown() {
        #expect(ProgressText.text(points: 10, elapsed: 75, share: nil, columns: 80) == "10 rows  0 rows/s  1:15 min")
    }

    @Test("Nothing is ever as wide as the terminal, however narrow that is")
    func narrow() {
        #expect(
            ProgressText.text(points: 412_000, elapsed: 2, share: 0.412, columns: 30) == " 41%  412 000 rows  3 s left")
        #expect(ProgressText.text(points: 412_000, elapsed: 2, share: 0.412, columns: 24) == " 41%  412 000 rows")
        for columns in 1...200 {
            for share in [nil, 0, 0.5, 1, 7] {
                let text = ProgressText.text(points: 1_000_000, elapsed: 1e9, share: share, columns: columns)
                #expect(text.count < columns)
            }
        }
    }
}
