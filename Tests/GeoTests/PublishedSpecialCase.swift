/// Published special cases of the inverse problem on which one geodesic program or another once failed.
///
/// Figures from the tests GeodSolve0 to GeodSolve99 of GeographicLib (see ``PublishedGeodesic`` for origin and licence).
/// Left out are its cases of other ellipsoids, of areas, and of NaN, which no ``Coordinate`` holds.
struct PublishedSpecialCase: CustomStringConvertible {
    let name: String
    let from: (latitude: Double, longitude: Double)
    let to: (latitude: Double, longitude: Double)
    var azimuths: (Double, Double)?
    var azimuthTolerance = 0.5e-5
    let distance: Double
    let distanceTolerance: Double

    var description: String { name }

    static let all: [PublishedSpecialCase] = [
        .init(
            name: "GeodSolve0", from: (40.6, -73.8), to: (49.01666667, 2.55), azimuths: (53.47022, 111.59367),
            distance: 5_853_226, distanceTolerance: 0.5),
        .init(
            name: "GeodSolve4, a short line", from: (36.493349428792, 0), to: (36.49334942879201, 0.0000008),
            distance: 0.072, distanceTolerance: 0.5e-3),
        .init(
            name: "GeodSolve6a", from: (88.202499451857, 0), to: (-88.202499451857, 179.981022032992859592),
            distance: 20_003_898.214, distanceTolerance: 0.5e-3),
        .init(
            name: "GeodSolve6b", from: (89.262080389218, 0), to: (-89.262080389218, 179.992207982775375662),
            distance: 20_003_925.854, distanceTolerance: 0.5e-3),
        .init(
            name: "GeodSolve6c", from: (89.333123580033, 0), to: (-89.333123580032997687, 179.99295812360148422),
            distance: 20_003_926.881, distanceTolerance: 0.5e-3),
        .init(
            name: "GeodSolve9", from: (56.320923501171, 0), to: (-56.320923501171, 179.664747671772880215),
            distance: 19_993_558.287, distanceTolerance: 0.5e-3),
        .init(
            name: "GeodSolve10", from: (52.784459512564, 0), to: (-52.784459512563990912, 179.634407464943777557),
            distance: 19_991_596.095, distanceTolerance: 0.5e-3),
        .init(
            name: "GeodSolve11", from: (48.522876735459, 0), to: (-48.52287673545898293, 179.599720456223079643),
            distance: 19_989_144.774, distanceTolerance: 0.5e-3),
        .init(
            name: "GeodSolve29, longitudes of more than a turn", from: (0, 539), to: (0, 181),
            distance: 222_639, distanceTolerance: 0.5),
        .init(
            name: "GeodSolve33, along the equator", from: (0, 0), to: (0, 179), azimuths: (90, 90),
            distance: 19_926_189, distanceTolerance: 0.5),
        .init(
            name: "GeodSolve33, beyond the equator's reach", from: (0, 0), to: (0, 179.5),
            azimuths: (55.96650, 124.03350),
            distance: 19_980_862, distanceTolerance: 0.5),
        .init(
            name: "GeodSolve33, the equator's antipode", from: (0, 0), to: (0, 180), azimuths: (0, 180),
            distance: 20_003_931, distanceTolerance: 0.5),
        .init(
            name: "GeodSolve33, over the pole", from: (0, 0), to: (1, 180), azimuths: (0, 180),
            distance: 19_893_357, distanceTolerance: 0.5),
        .init(
            name: "GeodSolve59, longitudes close to 180° apart", from: (5, 0.00000000000001), to: (10, 180),
            azimuths: (0.000000000000035, 179.99999999999996), azimuthTolerance: 1.5e-14,
            distance: 18_345_191.174332713, distanceTolerance: 5e-9),
        .init(
            name: "GeodSolve74", from: (54.1589, 15.3872), to: (54.1591, 15.3877),
            azimuths: (55.723110355, 55.723515675), azimuthTolerance: 5e-9,
            distance: 39.527686385, distanceTolerance: 5e-9),
        .init(
            name: "GeodSolve76, Wellington to Salamanca, where Vincenty's method fails",
            from: (-(41 + 19 / 60.0), 174 + 49 / 60.0), to: (40 + 58 / 60.0, -(5 + 30 / 60.0)),
            azimuths: (160.39137649664, 19.50042925176), azimuthTolerance: 0.5e-11,
            distance: 19_960_543.857179, distanceTolerance: 0.5e-6),
        .init(
            name: "GeodSolve78, where the NGS calculator does not converge", from: (27.2, 0), to: (-27.1, 179.5),
            azimuths: (45.82468716758, 134.22776532670), azimuthTolerance: 0.5e-11,
            distance: 19_974_354.765767, distanceTolerance: 0.5e-6),
        .init(
            name: "GeodSolve80, no length", from: (20.001, 0), to: (20.001, 0), azimuths: (180, 180),
            azimuthTolerance: 1e-13, distance: 0, distanceTolerance: 0),
        .init(
            name: "GeodSolve80, no length at a pole", from: (90, 0), to: (90, 180), azimuths: (0, 180),
            azimuthTolerance: 1e-13, distance: 0, distanceTolerance: 0),
        .init(
            name: "GeodSolve92", from: (37.757540000000006, -122.47018), to: (37.75754, -122.470177),
            azimuths: (89.99999923, 90.00000106), azimuthTolerance: 1e-7,
            distance: 0.264, distanceTolerance: 0.5e-3),
        .init(
            name: "GeodSolve99", from: (45, 0), to: (-45, 179.572719), azimuths: (90.00000028, 90.00000028),
            azimuthTolerance: 1e-8, distance: 19_987_083.007, distanceTolerance: 0.5e-3),
    ]
}
