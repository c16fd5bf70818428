package import LKCommandLine
package import LKGeocoding

/// Which file of a user's own names of places counts, as a command line or the settings say it.
package struct CorrectionOptions: Equatable {
    /// The file.
    package var path: String
    /// Whether the valid features of a damaged file are used.
    package var salvages: Bool
    /// Whether the file is that of the settings.
    var isSetting: Bool

    /// The word that means no file, if the settings name one.
    package static let none = "none"

    /// `--corrections`.
    package static let file = Option(
        "corrections", ValueKind("FILE", completion: .files, decode: fileOrNone),
        """
        GeoJSON file of your own names for areas and points, which take precedence; none: ignore the file in the settings
        """
    ).settable()
    /// `--salvage` of commands that have no other files to salvage.
    package static let salvage = Flag("salvage", "use the valid features of a damaged corrections file, with warnings")
    /// Both.
    package static let all: [any OptionDeclaration] = [file, salvage]

    /// Decodes the options of a command that names places; `nil` if no file counts.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - sharedSalvage: The command's `--salvage`, if it is also for other files.
    /// - Throws: A usage error that names the option, its value and what is expected.
    package init?(_ arguments: ParsedArguments, sharedSalvage: Flag? = nil) throws(ToolError) {
        salvages = arguments[sharedSalvage ?? Self.salvage]
        isSetting = !arguments.isGiven(Self.file)
        guard let path = try arguments[Self.file], path != Self.none else {
            if salvages, sharedSalvage == nil { throw .usage("--salvage is for --corrections FILE; give that too") }
            return nil
        }
        self.path = path
    }

    private static func fileOrNone(_ text: String) throws(ValueProblem) -> String {
        guard !text.isEmpty, text != "-" else { throw .expected("the path of a file, or none") }
        return text
    }

    /// Reads the file, and reports which parts of it are ignored.
    ///
    /// - Parameters:
    ///   - command: Whose messages these are; `nil` for `locate` itself.
    ///   - quiet: Whether hints are kept back.
    /// - Returns: The corrections.
    /// - Throws: What is wrong with the file, and what to do about it.
    package func read(for command: String?, quiet: Bool) throws(ToolError) -> PlaceCorrections {
        do throws(GeocodingError) {
            let corrections = try PlaceCorrections(path: path, salvaging: salvages)
            for problem in corrections.problems.prefix(Self.maximumProblems) {
                Messages.note(problem.message + "; left out", command: command, as: .warning)
            }
            let more = corrections.problems.count - Self.maximumProblems
            if more > 0 { Messages.note("\(path): \(more) more features are left out", command: command, as: .warning) }
            if !quiet { hint(at: corrections.unknownProperties, command) }
            return corrections
        } catch {
            throw failure(error)
        }
    }

    private static let maximumProblems = 20

    /// Reports properties that are likely typing errors; properties may have any names.
    private func hint(at unknown: [String], _ command: String?) {
        let known = PlaceCorrections.properties + ["radius"]
        for property in unknown {
            guard let meant = Suggestion.nearest(to: property, in: known) else { continue }
            Messages.note(
                "\(path): the property \"\(property)\" does not count; did you mean \(meant)?", command: command)
        }
    }

    private func failure(_ error: GeocodingError) -> ToolError {
        var failure = ToolError(error)
        if isSetting { failure.message += "; " + ToolSettings.advice(about: "corrections", none: Self.none) }
        if error.code == .dataDamaged, !salvages { failure.message += "; --salvage uses the valid features" }
        return failure
    }
}

extension CorrectionOptions {
    /// Returns the value to store in the setting: the absolute path of the file, so that commands find it from any
    /// folder.
    ///
    /// - Throws: What is wrong with the file, before each command says it.
    package static func kept(_ value: String) throws(ToolError) -> String {
        guard value != none else { return value }
        let path = PathText.absolute(value)
        do throws(GeocodingError) { _ = try PlaceCorrections(path: path) } catch { throw ToolError(error) }
        return path
    }
}

extension CorrectionOptions? {
    /// Reads the file, where one counts.
    ///
    /// - Throws: What is wrong with it.
    package func read(for command: String?, quiet: Bool) throws(ToolError) -> PlaceCorrections? {
        guard let self else { return nil }
        return try self.read(for: command, quiet: quiet)
    }
}
