/// The numbers of the rule which settlement a point belongs to; the rule and its measurement are in
/// `Docs/Formats/Gazetteer.md`.
enum Catchment {
    /// How many times its reach a settlement's catchment extends: in it that settlement is named whose distance, divided by
    /// its reach, is the least.
    static let share = 1.5
    /// Metres that a settlement reaches at least, so that a village has its surroundings.
    ///
    /// It is a least and not a margin, which would favour small reaches beside large ones, as among the wards of Tokyo.
    static let leastReach = 500.0
    /// Metres that a city reaches at least to have a catchment in other divisions: 100,000 people.
    static let cityReach = 2_000.0
    /// Metres that a settlement with quarters reaches at least: 10,000 people.
    static let leastReachWithQuarters = 796.0
    /// How many metres beyond its own reach a quarter is named that is nearer than the city's own coordinate.
    ///
    /// 3 km from the centre of big cities that is so for nine tenths of the points with another place nearest.
    static let quarterMargin = 3_000.0
    /// The same for a quarter that is not, and how far one is looked for at most.
    static let centralQuarterMargin = 1_000.0
    static let centralQuarterLimit = 3_000.0
    /// How many metres from a settlement of another division of the country, the nearest of all, a point belongs to that
    /// division whatever the border's line says: the lines of divisions are no more exact than that.
    static let strayLimit = 700.0
}
