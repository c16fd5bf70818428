import LocationKit

/// The options of `locate photos place`, decoded.
struct PlaceOptions {
    /// What says the position.
    enum Position: Equatable {
        /// Latitude and longitude.
        case coordinate(Coordinate)
        /// The name of a place.
        case name(String)
        /// The path of another photo.
        case photo(String)
    }

    /// The folders and files of photos.
    var photos: PhotoSelection
    /// The position.
    var position: Position
    /// The languages of the place's name; `nil`: the environment decides.
    var languages: [LanguageTag]?
    /// What happens to photos that have a position.
    var policy: GeotagPolicy
    /// How they are written.
    var tagging: TaggingOptions

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosPlace)
        try arguments.reject("at", with: "like")
        if let text = arguments.string("at") {
            position = try Self.position(text)
        } else if let path = try arguments.path("like") {
            if path == "-" {
                throw .usage("--like -: a photo is read from a file, not from standard input; name it")
            }
            position = .photo(path)
        } else {
            throw .usage("needs a position: --at LAT,LON, --at NAME or --like PHOTO")
        }
        languages = try arguments.languages("language")
        policy = try arguments.choice("policy") ?? .keep
        tagging = try TaggingOptions(arguments, for: .photosPlace)
    }

    private static func position(_ text: String) throws(ToolError) -> Position {
        do throws(CoordinateText.Problem) {
            if let coordinate = try CoordinateText.coordinate(in: [text]) {
                guard coordinate.latitude != 0 || coordinate.longitude != 0 else {
                    throw CoordinateText.Problem(
                        text:
                            "exactly 0, 0 is what cameras write for \"not known\", and is read as that; for a photo from there give "
                            + "0.00001,0")
                }
                return .coordinate(coordinate)
            }
        } catch {
            throw .usage("--at \(text): \(error.text)")
        }
        guard text.contains(where: { $0.isLetter }) else {
            throw ParsedArguments.wrong("at", text, expected: "LAT,LON, such as 35.681236,139.767125, or a name")
        }
        return .name(text)
    }
}
