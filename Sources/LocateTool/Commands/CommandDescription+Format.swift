import Geocoding

extension CommandDescription {
    /// `locate format`: addresses in the form of their countries.
    static let format = CommandDescription(
        path: ["format"],
        summary: "write addresses in the form of their countries",
        usage: ["[--input FILE|-] [options]"],
        discussion: [
            "Reads the components of addresses as JSON objects, one a line, and writes the lines of each address as they are "
                + "written in its country, with an empty line between addresses. The keys are those that Nominatim and "
                + "OpenCage use, however they are spelled (houseNumber, house-number); a key that is none of them names a "
                + "thing, such as a restaurant, and its value heads the address.",
            "Answers of geocoders are taken as well, one a line: those of Nominatim in each of its forms of JSON, Photon's, "
                + "OpenCage's, and what locate reverse --json prints. Of several answers in a line the first counts.",
            "A line that cannot be used is named on standard error, and the exit status is 1; in the output an empty line, "
                + "or an object with error, keeps its place.",
        ],
        options: [
            .option(
                "input", letter: "i", "FILE", "read FILE, or standard input for - (default: standard input)",
                completion: .files),
            .choice(
                "style", AddressFormatter.Style.allCases.map(\.rawValue),
                "to be read, or for a letter (default: display)"
            ).settable(AddressFormatter.Style.display.rawValue),
            .option(
                "language", "TAG", "language of the form, where a country has several (default: that of the names)"),
            .flag("abbreviate", "shorten words of streets: Ave, Str., Bd").settable(),
            .flag("no-country", "leave the country out").settable(),
            .flag("json", "print {\"lines\":[...],\"string\":\"...\"}, one object a line"),
            .flag("quiet", "print neither hints nor a summary on standard error; errors still are").settable(),
        ],
        appendices: [
            Appendix(
                title: "Keys",
                entries: [
                    (
                        "house_number, road",
                        "number and street; also housenumber, street_number, street, pedestrian, ..."
                    ),
                    ("house", "the name of a house; also building"),
                    ("suburb, city_district, borough, quarter, neighbourhood", "parts of a town"),
                    ("city, town, village, hamlet, municipality", "the place"),
                    ("postal_city", "the town that the post takes it to, where it is another one"),
                    ("county, state_district, state, region, island", "what the place lies in"),
                    ("county_code, state_code", "their short forms, such as TO and CA"),
                    ("postcode", "also postal_code, zip"),
                    ("sorting_code", "such as CEDEX"),
                    ("country, country_code", "name, and code of ISO 3166-1, which decides about the form"),
                    ("attention", "who or what heads the address"),
                ])
        ]
    )
}
