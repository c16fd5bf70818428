/// How the points of a line are chosen that may go.
public enum Simplification: Hashable, Sendable {
    /// No point that goes was farther than `tolerance` metres from the line that stays.
    ///
    /// Keeps corners, and so spikes too. Source: Ramer 1972; Douglas and Peucker, "Algorithms for the reduction of the number
    /// of points required to represent a digitized line", 1973. Time in proportion to n log n, at worst n².
    case douglasPeucker(tolerance: Double)

    /// Points go, the least important first, until each one left makes a triangle of at least `tolerance`² / 2 square metres
    /// with its neighbours: that of a corner with legs of `tolerance` metres.
    ///
    /// Smooths, and takes spikes of a receiver away. Source: Visvalingam and Whyatt, "Line generalisation by repeated
    /// elimination of points", 1993. Time in proportion to n log n.
    case visvalingam(tolerance: Double)

    /// The indices of the points that stay, in order; the first and the last are among them.
    func kept(of line: [PointInSpace]) -> [Int] {
        guard line.count > 2 else { return Array(line.indices) }
        switch self {
        case .douglasPeucker(let tolerance):
            return tolerance > 0 ? DouglasPeucker.kept(of: line, tolerance: tolerance) : Array(line.indices)
        case .visvalingam(let tolerance):
            return tolerance > 0 ? Visvalingam.kept(of: line, area: tolerance * tolerance / 2) : Array(line.indices)
        }
    }
}
