/// The numbers of the rule which settlement a point belongs to; the rule and its measurement are in
/// `Docs/Formats/Gazetteer.md`.
enum Catchment {
    /// The part of a city's reach in which it goes before all smaller settlements.
    static let share = 0.8
    /// Metres that a city reaches at least: 100,000 people.
    static let cityReach = 2_000.0
    /// Metres that a settlement with quarters reaches at least: 10,000 people.
    static let leastReachWithQuarters = 796.0
    /// How many metres beyond its own reach a quarter is named.
    static let quarterMargin = 1_000.0
    /// How many metres from a quarter are looked at where the city itself is nearer.
    static let quarterLimit = 3_000.0
}
