/// Whether two country codes can be said of the same point.
enum CountryAgreement {
    /// Whether they are the same, or one is of a territory and the other of the country it belongs to: services name either.
    static func holds(_ one: String, _ other: String) -> Bool {
        one == other || sovereigns[one] == other || sovereigns[other] == one
    }

    private static let sovereigns: [String: String] = {
        var sovereigns: [String: String] = [:]
        for (sovereign, territories) in [
            ("US", "AS GU MP PR UM VI"), ("FR", "BL CP GF GP MF MQ NC PF PM RE TF WF YT"), ("NO", "BV SJ"),
            ("FI", "AX"),
            ("NL", "AW BQ CW SX"), ("DK", "FO GL"), ("CN", "HK MO"), ("AU", "CC CX HM NF"), ("NZ", "CK NU TK"),
            ("ES", "EA IC"), ("GB", "AC AI BM DG FK GG GI GS IM IO JE KY MS PN SH TA TC VG"),
        ] {
            for territory in territories.split(separator: " ") { sovereigns[String(territory)] = sovereign }
        }
        return sovereigns
    }()
}
