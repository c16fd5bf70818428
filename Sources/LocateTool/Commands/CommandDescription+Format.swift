import Geocoding

extension CommandDescription {
    /// `locate format`: addresses in the form of their countries.
    static let format = CommandDescription(
        path: ["format"],
        summary: "write addresses in the form of their countries",
        usage: ["[--input FILE|-] [options]"],
        discussion: [
            "Reads the components of addresses as JSON objects, one a line, with the keys that Nominatim and OpenCage use: "
                + "road, house_number, postcode, city, state, country, country_code and so on. Writes the lines of each "
                + "address as they are written in its country, and an empty line between addresses.",
            "A line that cannot be used is named on standard error, and the exit status is 1; in the output an empty line, "
                + "or an object with error, keeps its place.",
        ],
        options: [
            .option(
                "input", letter: "i", "FILE", "read FILE, or standard input for - (default: standard input)",
                completion: .files),
            .choice(
                "style", AddressFormatter.Style.allCases.map(\.rawValue),
                "to be read, or for a letter (default: display)"),
            .option(
                "language", "TAG", "language of the form, where a country has several (default: that of the names)"),
            .flag("abbreviate", "shorten words of streets: Ave, Str., Bd"),
            .flag("no-country", "leave the country out"),
            .flag("json", "print {\"lines\":[...],\"string\":\"...\"}, one object a line"),
        ]
    )
}
