import Foundation
import TestSupport
import Testing

@testable import LKFormats

struct CivilTimeTests {
    @Test("Days and their numbers are those of Foundation's calendar") func foundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            // Foundation changes to the Julian calendar before 1582.
            let seconds = Int.random(in: -12_180_000_000..<253_402_300_800, using: &generator)
            let known = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: Double(seconds)))
            let time = CivilTime(secondsSince1970: seconds)
            #expect([time.date.year, time.date.month, time.date.day] == [known.year, known.month, known.day])
            #expect([time.hour, time.minute, time.second] == [known.hour, known.minute, known.second])
            let second = (time.hour * 60 + time.minute) * 60 + time.second
            #expect(time.date.dayNumber * 86_400 + second == seconds)
        }
    }

    @Test("Every day of 4,000 years has the number behind that of the day before, before the era too")
    func consecutive() {
        var expected = CivilDate(year: -2000, month: 1, day: 1).dayNumber
        for year in -2000..<2000 {
            for month in 1...12 {
                let days = (28...31).filter { CivilDate(year: year, month: month, day: $0).isValid }.count + 27
                for day in [1, 2, 28, days] {
                    let date = CivilDate(year: year, month: month, day: day)
                    #expect(date.isValid && date.dayNumber == expected + day - 1)
                    #expect(CivilDate(dayNumber: date.dayNumber) == date)
                }
                expected += days
            }
        }
        #expect(CivilDate(year: 1970, month: 1, day: 1).dayNumber == 0)
    }

    @Test(
        "Days that no month has are not valid",
        arguments: [
            (2026, 2, 29), (2000, 2, 30), (1900, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0),
            (2026, 12, 32),
        ]) func invalid(year: Int, month: Int, day: Int)
    {
        #expect(!CivilDate(year: year, month: month, day: day).isValid)
    }
}
