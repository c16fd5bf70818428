extension CommandDescription {
    /// `locate data`: the built-in places.
    static let data = CommandDescription(
        path: ["data"],
        summary: "look at the built-in places, or build a file of them",
        usage: ["COMMAND"],
        subcommands: [.dataInfo]
    )

    /// `locate data info`: origin and extent of the places in use.
    static let dataInfo = CommandDescription(
        path: ["data", "info"],
        summary: "say what the built-in places are, where they come from and under which licence",
        usage: ["[options]"],
        options: [.flag("json", "print one JSON object")]
    )
}
