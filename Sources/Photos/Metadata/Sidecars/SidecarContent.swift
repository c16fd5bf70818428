/// What a sidecar says, without its photo.
package enum SidecarContent {
    /// Returns whether a sidecar has a position or a place name.
    ///
    /// - Parameter packet: Its content; if that is not XMP, the names that occur in it decide.
    /// - Returns: Whether it has one of them.
    package static func holdsPlace(_ packet: [UInt8]) -> Bool { XMPPlaceRule.facts(of: packet) != XMPPlaceRule.Facts() }
}
