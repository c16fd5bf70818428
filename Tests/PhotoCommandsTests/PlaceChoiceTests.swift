import LKGazetteer
import LKGeocoding
import LKOfflineGeocoding
import Testing

@testable import LKCommandLine
@testable import LKPhotoCommands
@testable import LKSharedOptions

@Suite("The place that a name of photos place means") struct PlaceChoiceTests {
    private func choice(_ name: String) throws -> PlaceMatch {
        let matches = try ToolGeocoder(languages: [.english]).search(name, limit: 20)
        return try Geocoder.Choice(of: matches, named: name).only(named: name)
    }

    @Test(
        "Of a city and the country or state it gives its name to, the city",
        arguments: [
            ("Singapore", 5_638_700), ("Luxembourg", 76_684), ("Monaco", 32_965), ("Panama", 408_168),
            ("New York", 8_804_190), ("Utrecht", 376_435), ("Salzburg", 157_245), ("Paris", 2_138_551),
        ])
    func cities(name: String, population: Int) throws {
        #expect(try choice(name).placemark.place?.population == population)
    }

    @Test(
        "A village and a division of one name in one country are the village",
        arguments: ["Vaduz", "Vaduz, Liechtenstein"])
    func villages(name: String) throws {
        let choice = try choice(name)
        #expect(choice.placemark.name == "Vaduz" && choice.placemark.precision == .locality)
    }

    @Test("A state or country that stands alone is its middle", arguments: ["Bavaria", "Texas", "Liechtenstein"])
    func areas(name: String) throws {
        let choice = try choice(name)
        #expect(choice.placemark.place == nil && choice.placemark.name == name)
    }

    @Test(
        "Several that are no small ones are asked for, with their positions",
        arguments: [
            ("Georgia", "(42.17445,43.51068); Georgia, United States"), ("Punjab", "Punjab, India ("),
            ("Victoria", "Victoria, Australia ("), ("Valencia", "Valencia, "),
        ])
    func several(name: String, candidate: String) throws {
        let error = #expect(throws: ToolError.self) { try choice(name) }
        #expect(error?.message.hasPrefix("--at \(name): several places are called that; say which") == true)
        #expect(error?.message.contains(candidate) == true, "\(error?.message ?? "")")
        #expect(error?.code == ExitCode.usage)
    }

    @Test("What follows a comma decides") func regions() throws {
        #expect(try choice("Georgia, United States").placemark.administrativeArea == "Georgia")
        #expect(try choice("Victoria, Australia").placemark.name == "Victoria")
    }

    @Test("A name that nothing has is refused, with one that begins so") func unknown() throws {
        let error = #expect(throws: ToolError.self) { try choice("Liechtenst") }
        #expect(error?.message.contains("did you mean Liechtenstein?") == true)
    }
}
