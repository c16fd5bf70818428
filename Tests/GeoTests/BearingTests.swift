import LKGeo
import Testing

@Suite struct BearingTests {
    @Test(
        "A bearing is brought into 0..<360 by whole turns",
        arguments: [
            (0, 0), (359.5, 359.5), (360, 0), (-90, 270), (-360, 0), (725.25, 5.25), (-0.25, 359.75), (-1e-300, 0),
            (-1e-14, 0), (-5e-14, 360 - 5.684341886080802e-14), (360e12 + 45, 45),
        ] as [(Double, Double)])
    func normalizes(degrees: Double, expected: Double) {
        let bearing = Bearing.normalized(degrees)
        #expect(bearing == expected)
        #expect(bearing >= 0 && bearing < 360)
        #expect(bearing.sign == .plus)
    }

    @Test("North approached from the left is plain zero, and non-finite input has no direction")
    func specialNumbers() {
        #expect(Bearing.normalized(-0.0).sign == .plus)
        #expect(Bearing.normalized(.nan).isNaN)
        #expect(Bearing.normalized(.infinity).isNaN)
        #expect(Bearing.turn(from: .nan, to: 1).isNaN)
        #expect(Bearing.turn(from: 1, to: -.infinity).isNaN)
    }

    @Test(
        "A turn goes the shorter way, across north too",
        arguments: [
            (10, 20, 10), (20, 10, -10), (350, 10, 20), (10, 350, -20), (0, 180, 180), (180, 0, 180), (90, 270, 180),
            (270, 90, 180), (0, 181, -179), (45, 45, 0), (-10, 370, 20), (359.75, 0, 0.25), (0, 359.75, -0.25),
        ] as [(Double, Double, Double)])
    func turns(course: Double, next: Double, expected: Double) {
        #expect(Bearing.turn(from: course, to: next) == expected)
    }
}
