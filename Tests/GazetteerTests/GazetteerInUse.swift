import Foundation

@testable import LKGazetteer

/// The gazetteer that tests of real places ask: the embedded one, or the one that `LOCATIONKIT_DATA` names.
enum GazetteerInUse {
    private static let opened = Result { try World.open(environment: ProcessInfo.processInfo.environment) }

    /// - Throws: Why it cannot be opened.
    static func world() throws -> World { try opened.get() }
}
