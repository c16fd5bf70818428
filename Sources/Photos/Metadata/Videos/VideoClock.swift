/// Which time a camera writes into the header of its videos.
///
/// The standards ask for UTC. Phones follow them, because they know their time zone; many cameras only know the time that
/// their owner has set, and write that.
public enum VideoClock: Sendable, Hashable, CaseIterable {
    /// UTC, as the standards say.
    case utc
    /// The camera's local time, without a time zone.
    case local

    /// Creates the practice of a camera's maker; returns `nil` if it is unknown, or differs between models.
    ///
    /// - Parameter camera: The camera that a video names; its make is recognized in any case.
    public init?(_ camera: Camera?) {
        guard let make = camera?.make?.lowercased() else { return nil }
        if Self.localMakers.contains(where: make.hasPrefix) {
            self = .local
        } else if Self.utcMakers.contains(where: make.hasPrefix) {
            self = .utc
        } else {
            return nil
        }
    }

    /// The beginnings of the names of makers that write local time.
    private static let localMakers = [
        "gopro", "nikon", "canon", "casio", "fujifilm", "fuji photo", "olympus", "om digital", "pentax",
    ]

    /// The beginnings of the names of makers that write UTC: those of phones, and Sony.
    private static let utcMakers = [
        "apple", "google", "samsung", "huawei", "honor", "xiaomi", "redmi", "poco", "oneplus", "oppo", "vivo", "realme",
        "motorola", "lge", "lg electronics", "htc", "nokia", "hmd global", "fairphone", "nothing", "sony", "blackberry",
        "zte", "asus", "lenovo",
    ]
}

/// The maker of a camera, from the boxes that only its videos have.
///
/// Cameras of these makers often write no text that names them.
///
/// Source: the tables of exiftool for QuickTime's user data.
enum VideoMaker {
    /// Finds the maker whose cameras write a box into the user data of a video.
    ///
    /// - Parameter type: The type of the box.
    /// - Returns: The maker; `nil` for boxes that others write too.
    static func name(of type: FourCharacterCode) -> String? {
        switch type {
        case "GPMF", "FIRM": "GoPro"
        case "NCDT": "NIKON"
        case "CNTH", "CNCV", "CNDB", "CNMN": "Canon"
        case "QVMI": "CASIO"
        case "FFMV", "MVTG": "FUJIFILM"
        case "PXTH": "PENTAX"
        default: nil
        }
    }
}
