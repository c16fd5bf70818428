/// Arithmetic of directions in degrees clockwise from true north.
public enum Bearing {
    /// The same direction within 0..<360 degrees; NaN when it is not finite.
    public static func normalized(_ degrees: Double) -> Double {
        if degrees >= 0, degrees < 360 { return degrees + 0 }
        // The remainder is exact; NaN for infinities.
        let remainder = degrees.truncatingRemainder(dividingBy: 360)
        let turned = remainder < 0 ? remainder + 360 : remainder
        // A small negative angle and 360 add up to 360 itself. Adding zero turns -0.0 into 0.0.
        return turned == 360 ? 0 : turned + 0
    }

    /// The turn that leads from one course to another the shorter way, in degrees: positive to the right, negative to the left.
    ///
    /// It is above -180 and at most 180, so that a turn right about is 180. NaN when a course is not finite.
    public static func turn(from course: Double, to next: Double) -> Double {
        let difference = normalized(next) - normalized(course)
        if difference > 180 { return difference - 360 }
        return difference <= -180 ? difference + 360 : difference
    }
}
