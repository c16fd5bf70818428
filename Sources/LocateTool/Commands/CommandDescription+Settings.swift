extension CommandDescription {
    /// `locate settings`: the defaults of options, kept for the user.
    static let settings = CommandDescription(
        path: ["settings"],
        summary: "keep other defaults for options",
        usage: ["COMMAND"],
        discussion: [
            "Settings are kept for the user in locationkit/locate.plist in the configuration folder ($XDG_CONFIG_HOME, "
                + "else ~/.config). A setting counts for every command that has the option, where its value makes sense "
                + "there. An option on the command line counts more."
        ],
        subcommands: [.settingsList, .settingsGet, .settingsSet, .settingsReset]
    )

    private static var keyArgument: ArgumentDescription {
        ArgumentDescription(
            name: "KEY", help: "an option's long name without dashes, such as accuracy",
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
