extension MetadataEdit {
    /// What of it removes something, which is done wherever it stands.
    package var removals: MetadataEdit {
        var edit = MetadataEdit()
        if location == .remove { edit.location = .remove }
        if placeShown == .remove { edit.placeShown = .remove }
        if placeCreated == .remove { edit.placeCreated = .remove }
        return edit
    }
}
