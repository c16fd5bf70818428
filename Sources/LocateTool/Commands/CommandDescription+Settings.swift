extension CommandDescription {
    /// `locate settings`: the defaults of options, kept for the user.
    static let settings = CommandDescription(
        path: ["settings"],
        summary: "keep other defaults for options",
        usage: ["COMMAND"],
        discussion: [
            "Settings are kept for the user in locationkit/locate.plist in the configuration folder ($XDG_CONFIG_HOME, "
                + "else ~/.config). A setting counts for every command that has the option, where its value makes sense "
                + "there. An option on the command line counts more. The setting format is about positions and places, as locate, "
                + "reverse and search print them; lists of photos and tracks are text unless --format is given.",
            "Where the user has set nothing, the same file in the folders of $XDG_CONFIG_DIRS (else /etc/xdg) counts, which "
                + "administrators write for all users; of several folders the first counts most. A file or value there that "
                + "cannot be used is named on standard error and passed over. locate settings list says where each value comes from.",
            "A key is an option's long name. Two are called otherwise, because the name has another meaning elsewhere: "
                + "track-accuracy is the --accuracy of locate track record, and web-timeout the --timeout of commands that may "
                + "ask the web. Options that are about one run, such as the files it reads, have no setting.",
        ],
        subcommands: [.settingsList, .settingsGet, .settingsSet, .settingsReset]
    )

    private static var keyArgument: ArgumentDescription {
        ArgumentDescription(
            name: "KEY",
            help: "an option's long name without dashes, such as accuracy, or track-accuracy or web-timeout",
            completion: .words(ToolSettings.keys))
    }

    /// `locate settings list`: all of them.
    static let settingsList = CommandDescription(
        path: ["settings", "list"],
        summary: "show all settings, their values, and whether they are set or defaults",
        usage: ["[options]"],
        options: OptionDescription.forms(TableFormat.allCases.map(\.rawValue)),
        appendices: [.keywords(SettingsCommand.keys)]
    )

    /// `locate settings get`: one of them.
    static let settingsGet = CommandDescription(
        path: ["settings", "get"],
        summary: "print the value of a setting, or its default; an empty line where there is none",
        usage: ["KEY"],
        arguments: [keyArgument]
    )

    /// `locate settings set`: a new value.
    static let settingsSet = CommandDescription(
        path: ["settings", "set"],
        summary: "keep a value as the default of an option",
        usage: ["KEY VALUE"],
        arguments: [
            keyArgument,
            ArgumentDescription(name: "VALUE", help: "as the option takes it; true or false for one without a value"),
        ]
    )

    /// `locate settings reset`: the built-in default again.
    static let settingsReset = CommandDescription(
        path: ["settings", "reset"],
        summary: "go back to the built-in default of one option, or of all",
        usage: ["[KEY]"],
        arguments: [keyArgument]
    )
}
