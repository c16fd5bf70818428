extension OptionDescription {
    /// Who is asked for names of places.
    static let provider = OptionDescription.choice(
        "provider", ReverseOptions.Provider.allCases.map(\.rawValue),
        "who is asked (default: auto, the built-in world; the web only when it is named)"
    ).settable("auto")

    /// The options of commands that may ask a service on the web.
    static let web: [OptionDescription] =
        webService + [
            .option("timeout", "S", "give a question to the web up after S seconds (default: 30; setting: web-timeout)")
                .settable(as: WebOptions.timeoutKey),
            webCache,
        ]

    /// The same for commands whose `--timeout` is about something else.
    static let webBesidesTimeout: [OptionDescription] =
        webService + [
            .option(
                "web-timeout", "S", "print the built-in address when the web has none after S seconds (default: 10)"
            )
            .settable(as: WebOptions.timeoutKey),
            webCache,
        ]

    private static let webService: [OptionDescription] = [
        .option("server", "URL", "address of the web service (default: the public one, which wants --user-agent)")
            .settable(),
        .option("user-agent", "TEXT", "who asks, as public services demand: 'NAME/VERSION (MAIL OR PAGE)'").settable(),
    ]

    private static let webCache = OptionDescription.flag(
        "no-cache", "neither take answers of the web from the cache nor keep them there"
    ).settable()

    /// How much a service on the web learns; of use for points alone.
    static let privacy = OptionDescription.option(
        "privacy", "METERS", "round points to a grid of METERS before they leave this machine (default: 0)"
    ).settable("0")
}
