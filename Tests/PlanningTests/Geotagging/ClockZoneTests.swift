import Foundation
import Testing

@testable import LKPlanning

@Suite struct ClockZoneTests {
    @Test(
        "A UTC offset is parsed in every form",
        arguments: [
            ("+09:00", 32_400), ("-03:30", -12_600), ("+0545", 20_700), ("+9", 32_400), ("-11", -39_600), ("Z", 0),
            ("+00:00", 0), ("+5:30", 19_800),
        ])
    func offsetsAreRead(text: String, seconds: Int) { #expect(ClockZone(text) == .offset(seconds)) }

    @Test(
        "Text that is not a time zone is rejected",
        arguments: ["", "+", "9", "+99", "+12:75", "+1:2:3", "+:30", "Nowhere/Town", "../../etc/passwd", "+16"])
    func whatIsNoZoneGivesNothing(text: String) { #expect(ClockZone(text) == nil) }

    @Test(
        "Time zone names are those of the system, and zones have a description",
        .enabled(if: TimeZones.exists("Asia/Tokyo"), "the package tzdata is not installed"))
    func namesAreThoseOfTheSystem() {
        #expect(ClockZone("Asia/Tokyo") == .named("Asia/Tokyo"))
        #expect(ClockZone("Asia/Tokyo")?.description == "Asia/Tokyo")
        #expect(ClockZone.offset(-12_600).description == "-03:30")
    }
}

@Suite struct ClockCorrectionTests {
    private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    private func comparison(_ shown: Double, _ actual: Double) -> ClockComparison {
        ClockComparison(shown: date(shown), actual: date(actual))
    }

    @Test("A single comparison of clocks gives a constant correction, and none gives zero")
    func oneComparisonIsConstantAndNoneIsNothing() {
        #expect(ClockCorrection.drift([]).seconds(at: date(5)) == 0)
        #expect(ClockCorrection.drift([comparison(100, 160)]).seconds(at: date(9999)) == 60)
        #expect(ClockCorrection.constant(-3).seconds(at: date(0)) == -3)
    }

    @Test("A clock's correction is interpolated between comparisons and extrapolated beyond")
    func betweenComparisonsTheClockRunsEvenlyAndBeyondThemItGoesOn() {
        let clock = ClockCorrection.drift([comparison(2000, 2030), comparison(1000, 1010), comparison(4000, 4030)])
        #expect(clock.seconds(at: date(1000)) == 10 && clock.seconds(at: date(1500)) == 20)
        #expect(clock.seconds(at: date(3000)) == 30 && clock.seconds(at: date(500)) == 0)
        #expect(clock.seconds(at: date(9000)) == 30 && clock.seconds(at: date(2000)) == 30)
    }

    @Test("Two comparisons at the same time give no drift")
    func twoComparisonsAtTheSameTimeAreNoDrift() {
        let seconds = ClockCorrection.drift([comparison(100, 110), comparison(100, 130)]).seconds(at: date(500))
        #expect(seconds == 10 || seconds == 30)
    }
}
