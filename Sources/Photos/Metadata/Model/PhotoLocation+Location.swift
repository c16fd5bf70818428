public import LKGeo

// The two overlap on purpose: a fix has what a receiver knows (satellites, dilutions, the estimator of its accuracy), a photo
// what its file can hold (the direction of view, void positions). What both have is carried over here, and only here.

extension Location {
    /// Creates a location from the position that a photo states, with ``Source/photo`` as its source.
    ///
    /// Position, altitude, accuracy, speed, course and time are carried over. The direction of view has no counterpart, and a
    /// position that is void (``PhotoLocation/isVoid``) is carried over like any other, so check it first.
    ///
    /// - Parameter photo: The photo's position.
    public init(_ photo: PhotoLocation) {
        self.init(coordinate: photo.coordinate, source: .photo)
        switch photo.altitudeReference {
        case .seaLevel: altitude = photo.altitude
        case .ellipsoid: ellipsoidalAltitude = photo.altitude
        }
        horizontalAccuracy = photo.horizontalAccuracy.flatMap { Accuracy(radius: $0, estimator: .receiver) }
        speed = photo.speed
        course = photo.course
        timestamp = photo.timestamp
    }
}

extension PhotoLocation {
    /// Creates the position for a photo that was taken at a location.
    ///
    /// Position, accuracy, speed, course and time are carried over, and the altitude above the sea, or where only that is known
    /// above the ellipsoid.
    ///
    /// - Parameter location: The location, of a receiver or a track.
    public init(_ location: Location) {
        self.init(coordinate: location.coordinate)
        altitude = location.altitude ?? location.ellipsoidalAltitude
        if location.altitude == nil, location.ellipsoidalAltitude != nil { altitudeReference = .ellipsoid }
        horizontalAccuracy = location.horizontalAccuracy?.radius
        speed = location.speed
        course = location.course
        timestamp = location.timestamp
    }
}
