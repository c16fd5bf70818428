/// A task and the line that does it, for help and the manual page.
struct CommandExample: Sendable {
    /// The task: a phrase without a capital letter and full stop.
    var task: String
    /// The line, as typed into a shell.
    var line: String

    init(_ task: String, _ line: String) {
        self.task = task
        self.line = line
    }
}

extension CommandDescription {
    /// Two to four examples; `CommandExampleTests` reads each with the real parser.
    ///
    /// All in one place, so that they can be read in a row and agree with each other.
    var examples: [CommandExample] { Self.examples[path] ?? [] }

    private static let examples: [[String]: [CommandExample]] = {
        var examples = photoExamples.merging(trackExamples) { first, _ in first }
        examples[[]] = [
            .init("say where this computer is", "locate"),
            .init("wait at most a minute, and print JSON", "locate --json --timeout 60"),
            .init(
                "print a line for each update until interrupted",
                "locate --watch --template '%localTime %latitude %longitude'"),
            .init("play a recording without a receiver", "locate --replay walk.nmea --speed 10 --watch"),
        ]
        examples[["reverse"]] = [
            .init("say what a place is called", "locate reverse 35.681236 139.767125"),
            .init("the same in Japanese, or else in English", "locate reverse -33.8568 151.2153 --language ja,en"),
            .init("add country, city and more to the rows of a file", "locate reverse --input points.csv > places.csv"),
            .init(
                "print only what is needed",
                "locate reverse 48.8584,2.2945 --template '%place.city, %place.countryCode'"),
        ]
        examples[["search"]] = [
            .init("say where a place is", "locate search Paris, Texas"),
            .init(
                "find the nearest of many of one name", "locate search Springfield --near 39.8,-89.6 --limit 3"),
            .init("find the best match for each line of a file", "locate search --input names.txt --format csv"),
        ]
        examples[["format"]] = [
            .init(
                "write an address as its country does",
                "echo '{\"road\":\"Markt 1\",\"city\":\"Delft\",\"country_code\":\"nl\"}' | locate format"),
            .init("write addresses for letters", "locate format --input addresses.ndjson --style postal"),
            .init("write the address of a point", "locate reverse 47.14,9.52 --json | locate format --no-country"),
        ]
        examples[["data"]] = [
            .init("say where the built-in places come from", "locate data info"),
            .init("build a file of places", "locate data build-world --geonames Dumps -o my.world"),
        ]
        examples[["data", "info"]] = [
            .init("say where the built-in places come from", "locate data info"),
            .init(
                "count the settlements of another file",
                "LOCATIONKIT_DATA=my.world locate data info --json | jq .settlements"),
        ]
        examples[["data", "build-world"]] = [
            .init("build a file of places", "locate data build-world --geonames Dumps -o my.world"),
            .init(
                "with country borders of your own",
                "locate data build-world --geonames Dumps --boundaries areas.gpkg -o my.world"),
            .init(
                "measure how often the country is wrong", "locate data build-world --geonames Dumps --hold-out 1,20%"),
        ]
        let settings = [
            CommandExample("have names in Japanese from now on", "locate settings set language ja"),
            CommandExample("wait a minute for a position", "locate settings set timeout 60"),
        ]
        examples[["settings"]] = settings + [.init("show what is set", "locate settings list")]
        examples[["settings", "set"]] =
            settings + [
                .init("always print coordinates as JSON", "locate settings set format json")
            ]
        examples[["settings", "list"]] = [
            .init("show all settings", "locate settings list"),
            .init("name those that are set", "locate settings list --json | jq -r 'select(.isSet) | .key'"),
        ]
        examples[["settings", "get"]] = [
            .init("show how long locate waits", "locate settings get timeout"),
            .init("show the languages of names", "locate settings get language"),
        ]
        examples[["settings", "reset"]] = [
            .init("wait as long as usual again", "locate settings reset timeout"),
            .init("have no settings any more", "locate settings reset"),
        ]
        examples[["help"]] = [
            .init("list the commands", "locate help"),
            .init("describe a command", "locate help photos geotag"),
        ]
        examples[["completions"]] = [
            .init(
                "complete words in Bash",
                "locate completions bash > ~/.local/share/bash-completion/completions/locate"),
            .init("complete words in fish", "locate completions fish > ~/.config/fish/completions/locate.fish"),
        ]
        return examples
    }()

    private static let photoExamples: [[String]: [CommandExample]] = [
        ["photos"]: [
            .init("list photos by month", "locate photos list Pictures --group month"),
            .init("say what a track would do", "locate photos geotag Pictures --track walk.gpx --dry-run"),
            .init("write the names of places", "locate photos tag Pictures --language en"),
            .init("take the last change back", "locate photos undo Pictures"),
        ],
        ["photos", "list"]: [
            .init("list photos by month", "locate photos list Pictures --group month"),
            .init(
                "list photos taken within 500 m of a point",
                "locate photos list Pictures --near 35.6812,139.7671,500 --filter photo"),
            .init("print paths and cities", "locate photos list Pictures --template '%path\\t%place.city'"),
            .init("put photos on a map", "locate photos list Pictures --format geojson > photos.geojson"),
        ],
        ["photos", "geotag"]: [
            .init("say what would be done", "locate photos geotag Pictures --track walk.gpx --dry-run"),
            .init("do it", "locate photos geotag Pictures --track walk.gpx"),
            .init(
                "for clocks that say no zone, with many tracks",
                "locate photos geotag *.jpg --track *.gpx --time-zone Asia/Tokyo"),
            .init(
                "find out how wrong the clock of a camera was",
                "locate photos geotag Pictures --track walk.gpx --offset auto"),
        ],
        ["photos", "place"]: [
            .init("give a photo a position", "locate photos place IMG_0001.JPG --at 48.8584,2.2945"),
            .init("give scans that of a town", "locate photos place Scans --at \"Springfield, Illinois\""),
            .init("copy that of another photo", "locate photos place IMG_0002.CR2 --like IMG_0001.JPG"),
        ],
        ["photos", "sort"]: [
            .init(
                "see where photos would go",
                "locate photos sort Card --into Photos --by '%country/%city/%Y-%m' --dry-run"),
            .init("move them there", "locate photos sort Card --into Photos --by '%country/%city/%Y-%m'"),
            .init(
                "copy a card into folders of days",
                "locate photos sort /media/card --into Photos --by '%Y/%Y-%m-%d' --copy"),
        ],
        ["photos", "tag"]: [
            .init("write the names of places in English", "locate photos tag Pictures --language en"),
            .init("write other names, also as keywords", "locate photos tag Pictures --policy replace --keywords"),
            .init(
                "tag photos of the last week",
                "find Pictures -mtime -7 -print0 | locate photos tag --files-from - -0"),
        ],
        ["photos", "strip"]: [
            .init("say what would be removed", "locate photos strip ToShare --dry-run"),
            .init("remove it from copies that go elsewhere", "locate photos strip ToShare --forget"),
            .init("remove it from one photo", "locate photos strip IMG_0001.JPG"),
        ],
        ["photos", "undo"]: [
            .init("take the last run back", "locate photos undo Pictures"),
            .init("take all runs back", "locate photos undo Pictures --all"),
        ],
        ["photos", "watch"]: [
            .init("tag photos as they arrive", "locate photos watch Camera --tag --language en"),
            .init("have a program follow what happens", "locate photos watch Pictures --json"),
        ],
        ["photos", "thumbnail"]: [
            .init("write a small picture", "locate photos thumbnail IMG_0001.JPG -o small.jpg --size 512"),
            .init("hand it to another program", "locate photos thumbnail IMG_0001.HEIC -o - > small.png"),
        ],
    ]

    private static let trackExamples: [[String]: [CommandExample]] = [
        ["track"]: [
            .init("record a point every five seconds", "locate track record walk.track --interval 5"),
            .init("export what was recorded", "locate track export walk.track -o walk.gpx"),
            .init("say how long a track is", "locate track info walk.gpx"),
        ],
        ["track", "record"]: [
            .init("record a point every five seconds", "locate track record walk.track --interval 5"),
            .init(
                "record good points for an hour",
                "locate track record walk.track --accuracy 20 --distance 10 --duration 3600"),
            .init("make a track of a recording", "locate track record walk.track --replay walk.nmea --speed 0"),
        ],
        ["track", "export"]: [
            .init("export what was recorded", "locate track export walk.track -o walk.gpx"),
            .init("print another form of a track", "locate track export walk.gpx --format geojson"),
            .init("save what is whole of a damaged file", "locate track export broken.gpx --salvage -o whole.gpx"),
        ],
        ["track", "info"]: [
            .init("say how long, far and high a track is", "locate track info walk.gpx"),
            .init("print its length in metres", "locate track info walk.gpx --template %distance"),
            .init("make a row of a table", "locate track info walk.gpx --format csv"),
        ],
        ["track", "repair"]: [
            .init("save what is whole of a log", "locate track repair walk.track -o saved.track"),
            .init("save what is whole of a GPX file", "locate track repair walk.gpx -o saved.gpx"),
        ],
    ]
}
