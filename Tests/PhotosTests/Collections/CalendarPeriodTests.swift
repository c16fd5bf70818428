import LKMetadata
import TestSupport
import Testing

@testable import LKPhotos

struct CalendarPeriodTests {
    private func period(_ unit: CalendarGrouping.Period.Unit, _ text: String) throws -> String {
        let time = try #require(Samples.wallTime(text))
        return CalendarGrouping.Period(unit, wallSeconds: time.secondsSince1970).description
    }

    @Test(
        "Weeks are those of ISO 8601, also across years and before 1970",
        arguments: [
            // A week ends on Sunday, whatever its first photo.
            ("2014-05-25", "2014-W21"), ("2014-05-26", "2014-W22"), ("2014-06-01", "2014-W22"),
            ("2014-06-02", "2014-W23"),
            // Across years: the Thursday decides.
            ("2008-12-29", "2009-W01"), ("2010-01-03", "2009-W53"), ("2010-01-04", "2010-W01"),
            ("2012-01-01", "2011-W52"),
            // Around and before 1970.
            ("1969-12-28", "1969-W52"), ("1969-12-29", "1970-W01"), ("1970-01-01", "1970-W01"),
            ("1970-01-04", "1970-W01"),
            ("1970-01-05", "1970-W02"), ("1900-01-01", "1900-W01"), ("1899-12-31", "1899-W52"),
        ])
    func weeksAreThoseOfISO8601(_ day: String, _ week: String) throws {
        #expect(try period(.week, day + "T23:59:59") == week)
        #expect(try period(.week, day) == week)
    }

    @Test("A period is named in the form of its unit")
    func periodsHaveNamesOfTheirLength() throws {
        let time = "2014-05-26T09:05:07"
        let names = try CalendarGrouping.Period.Unit.allCases.map { try period($0, time) }
        #expect(names == ["2014", "2014-05", "2014-W22", "2014-05-26", "2014-05-26T09", "2014-05-26T09:05:07"])
    }

    @Test("Every instant lies within its period of each unit")
    func everyMomentLiesBetweenBeginAndEndOfItsPeriod() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let seconds = Int.random(in: -60_000_000_000...250_000_000_000, using: &random)
            for unit in CalendarGrouping.Period.Unit.allCases {
                let period = CalendarGrouping.Period(unit, wallSeconds: seconds)
                #expect(period.begin <= seconds && seconds < period.end)
                #expect(CalendarGrouping.Period(unit, wallSeconds: period.begin) == period)
                #expect(CalendarGrouping.Period(unit, wallSeconds: period.end - 1) == period)
            }
        }
    }
}
