import Gazetteer
import Glibc

/// The variables of the environment that the tool heeds, and no others.
enum Environment {
    private static let names = ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", World.environmentVariable]

    /// The values of the variables that are set.
    static var values: [String: String] {
        var values: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { values[name] = String(cString: value) }
        }
        return values
    }
}
