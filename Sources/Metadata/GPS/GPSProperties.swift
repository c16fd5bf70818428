/// What the directory of GPS says, with its traps taken out: numbers are numbers, and times exist.
struct GPSProperties {
    /// Degrees, negative in the south; `nil` unless the file has a usable latitude.
    var latitude: Double?
    /// Degrees, negative in the west.
    var longitude: Double?
    /// Whether the file says which hemispheres are meant.
    var hasHemispheres = true
    var altitude: Double?
    var altitudeReference = PhotoLocation.AltitudeReference.seaLevel
    var horizontalAccuracy: Double?
    var imageDirection: Double?
    var isImageDirectionMagnetic = false
    var speed: Double?
    var course: Double?
    var isVoid = false
    /// Whether the position was found from a track, and the time with it.
    var isDerived = false
    /// The day of the receiver's time, in UTC.
    var day: WallTime?
    /// Nanoseconds since midnight UTC.
    var timeOfDay: Int?
}
