extension OptionDescription {
    /// The options of commands that may ask a service on the web.
    static let web: [OptionDescription] = [
        .option("server", "URL", "address of the web service (default: the public one, which wants --user-agent)")
            .settable(),
        .option("user-agent", "TEXT", "who asks, as public services demand: 'NAME/VERSION (MAIL OR PAGE)'").settable(),
        .option("timeout", "S", "give a question to the web up after S seconds (default: 30)"),
        .flag("no-cache", "neither take answers of the web from the cache nor keep them there").settable(),
    ]

    /// How much a service on the web learns; of use for points alone.
    static let privacy = OptionDescription.option(
        "privacy", "METERS", "round points to a grid of METERS before they leave this machine (default: 0)"
    ).settable("0")
}
