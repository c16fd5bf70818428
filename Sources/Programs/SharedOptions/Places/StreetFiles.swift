package import LKCommandLine
import LKGeocoding
package import LKStreets

/// Which street indexes answer: the files that a command line names, then the installed regions.
package struct StreetFiles: Equatable {
    /// The files of `--streets`.
    package var paths: [String] = []
    /// Whether installed regions answer too.
    package var usesRegions = true
    /// Whether the built-in world answers where no street index does.
    var fallsBackToWorld = true

    /// The word that means no installed regions.
    package static let none = "none"

    /// Creates a selection of only the installed regions.
    package init() {}

    /// `--streets` of commands that name places by street indexes.
    package static let streets = Option(
        repeatable: "streets", .streets,
        """
        answer from a street index that locate data import-osm has made; may be repeated; installed regions answer too, \
        unless FILE is none
        """)

    /// Decodes `--streets` and `--provider` of a command that names places.
    ///
    /// - Throws: A usage error that names the option, its value and what is expected.
    package init(_ arguments: ParsedArguments) throws(ToolError) {
        self = try StreetFiles(arguments, Self.streets)
        switch try arguments[WebOptions.provider] {
        case StreetIndex.providerName: fallsBackToWorld = false
        case WebService.automatic: break
        // A file on the command line counts more than a provider of the settings.
        case _ where !paths.isEmpty && !arguments.isGiven(WebOptions.provider): break
        case let other:
            guard paths.isEmpty else {
                throw .usage("--streets FILE and --provider \(other) cannot be combined; give one of them")
            }
            usesRegions = false
        }
    }

    /// Decodes only `--streets`, regardless of what names places.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - option: The command's declaration.
    /// - Throws: A usage error that names the option, its value and what is expected.
    package init(_ arguments: ParsedArguments, _ option: Option<[String]>) throws(ToolError) {
        for text in try arguments[option] {
            if text == Self.none { usesRegions = false } else { paths.append(text) }
        }
    }

    /// Opens the files.
    ///
    /// An installed region that cannot be used is passed over with a message; a file that was named is needed.
    ///
    /// - Parameters:
    ///   - command: Whose messages these are; `nil` for `locate` itself.
    ///   - warns: Whether to say which regions are passed over, unless that was said already.
    /// - Returns: What answers; `nil` without files.
    /// - Throws: What is wrong with a file that was named.
    package func open(for command: String?, warns: Bool = true) throws(ToolError) -> StreetIndexes? {
        var indexes: [StreetIndex] = []
        for path in paths {
            do throws(GeocodingError) {
                indexes.append(try StreetIndex(path: path))
            } catch {
                throw Self.failure(error)
            }
        }
        if usesRegions {
            let (regions, problems) = RegionStore.standard.open()
            indexes += regions?.indexes ?? []
            for problem in problems where warns {
                Messages.note(Self.failure(problem).message + "; passed over", command: command, as: .warning)
            }
        }
        guard !indexes.isEmpty || fallsBackToWorld else {
            throw ToolError(
                .noInput,
                "--provider \(StreetIndex.providerName): there is no street index; make one with "
                    + "locate data import-osm and install it, or name it with --streets FILE")
        }
        return indexes.isEmpty ? nil : StreetIndexes(indexes: indexes)
    }

    private static func failure(_ error: GeocodingError) -> ToolError {
        var failure = ToolError(error)
        if [.dataDamaged, .dataUnsupported].contains(error.code) {
            failure.message += ": locate data import-osm FILE.osm.pbf -o FILE.streets"
        }
        return failure
    }
}

extension ValueKind where Value == String {
    /// The path of a street index, or ``StreetFiles/none``.
    package static var streets: ValueKind {
        ValueKind("FILE", completion: .files) { text throws(ValueProblem) in
            guard !text.isEmpty, text != "-" else { throw .expected("the path of a .streets file, or none") }
            return text
        }
    }
}
