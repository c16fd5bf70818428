extension OptionDescription {
    /// The options of commands that may ask a service on the web.
    static let web: [OptionDescription] = [
        .option("server", "URL", "address of the web service (default: the public one, which wants --user-agent)")
            .settable(),
        .option("user-agent", "TEXT", "who asks: your program and how to reach you, as public services demand")
            .settable(),
        .option("privacy", "METERS", "round points to a grid of METERS before they leave this machine (default: 0)")
            .settable("0"),
        .flag("no-cache", "ask the web service again, also where its answer is kept here").settable(),
    ]
}
