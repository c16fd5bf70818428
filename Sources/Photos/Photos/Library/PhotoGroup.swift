public import FoundationEssentials

/// Assets that belong together: all photos, a folder, or a smart group.
///
/// A snapshot that does not change. Make a ``PhotoCollection`` of it, or iterate ``PhotoLibrary/changes(of:since:)``,
/// to follow the group.
public struct PhotoGroup: Sendable, Identifiable {
    /// Identifies a group, also across restarts.
    public enum ID: Hashable, Sendable {
        /// All assets of the library.
        case all
        /// Assets with something in common.
        case smart(Smart)
        /// The assets directly in a folder.
        case folder(URL)
    }

    /// What the assets of a smart group have in common.
    public enum Smart: String, Hashable, Sendable, CaseIterable {
        /// Screenshots.
        case screenshots
        /// Videos.
        case videos
        /// Assets without a position.
        case withoutPlace
        /// Assets from the 30 days before the last scan.
        case recent
    }

    /// Identifies the group.
    public var id: ID { state.id }

    /// The name to show: a folder's own name, or an English word.
    public var name: String { state.name }

    /// The folder; `nil` for other groups.
    public var url: URL? { if case .folder(let url) = state.id { url } else { nil } }

    /// The assets, ascending by date, those without a date last.
    public var assets: [PhotoAsset] { state.assets }

    /// How many assets there are.
    public var count: Int { state.assets.count }

    /// The last asset, which represents the group.
    public var poster: PhotoAsset? { state.assets.last }

    let state: GroupState
    let hub: ChangeHub?

    init(_ state: GroupState, hub: ChangeHub? = nil) {
        self.state = state
        self.hub = hub
    }
}

extension PhotoGroup: Hashable {
    /// Returns whether both are the same group with the same assets in the same state.
    public static func == (left: PhotoGroup, right: PhotoGroup) -> Bool {
        left.id == right.id && left.assets == right.assets
    }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension PhotoGroup: CustomStringConvertible {
    /// Name and number of assets: `Holiday, 120 assets`.
    public var description: String { "\(name), \(count) assets" }
}

/// The contents of a group, without a reference to its library.
struct GroupState: Sendable {
    var id: PhotoGroup.ID
    var name: String
    /// The folder, for the group of a folder.
    var folder: RawPath?
    var assets: [PhotoAsset]
}
