import LKFormats

extension PhotoCollection.Entry {
    /// Returns the entry in the user's language: `May 2014`, `26 mai 2014`, `2014年5月26日 10:15`, `Ohne Ort`.
    ///
    /// Periods and the fixed titles are in English, German, French, Spanish, Italian, Portuguese, Japanese or Chinese. Without
    /// one of these among the languages, periods are in ISO 8601 and titles in English, as in ``title``. Places and keys of a
    /// grouping of your own stay as the grouping named them. Times have 24 hours.
    ///
    /// - Parameter languages: BCP 47 or POSIX tags, the preferred first: `fr-CA`, `zh-TW`, `en_GB.UTF-8`. Of English, `en`, `en-US`
    ///   and `en-CA` begin dates with the month, others with the day.
    /// - Returns: The title.
    public func title(languages: [String]) -> String { id.title(languages: languages) }
}

extension PhotoCollection.Key {
    /// Returns the key in the user's language; see ``PhotoCollection/Entry/title(languages:)``.
    ///
    /// - Parameter languages: Language tags, the preferred first.
    /// - Returns: The title.
    public func title(languages: [String]) -> String {
        guard let words = GroupWords.preferred(languages) else { return description }
        return switch self {
        case .all: words.all
        case .undated: words.undated
        case .unplaced: words.unplaced
        case .period(let period): words.title(of: period)
        case .moment(let begin, _): words.title(of: begin)
        case .place, .custom: description
        }
    }
}

extension PhotoGroup {
    /// Returns the name in the user's language: `Alle Fotos`; a folder keeps its own.
    ///
    /// - Parameter languages: Language tags, the preferred first; see ``PhotoCollection/Entry/title(languages:)``.
    /// - Returns: The name; in English if there are words for none of the languages.
    public func name(languages: [String]) -> String {
        let words = GroupWords.preferred(languages) ?? .english
        return switch id {
        case .all: words.allPhotos
        case .smart(let group): words.name(of: group)
        case .folder: name
        }
    }
}

extension GroupWords {
    /// Returns the words of the first language that has some.
    static func preferred(_ tags: [String]) -> GroupWords? {
        for tag in tags {
            // POSIX names have an encoding or modifier after the tag: `de_DE.UTF-8@euro`.
            let plain = tag.prefix { $0 != "." && $0 != "@" }.lowercased()
            let parts = plain.split { $0 == "-" || $0 == "_" }.map(String.init)
            guard var language = parts.first else { continue }
            if language == "zh" {
                let isTraditional =
                    parts.contains("hant")
                    || (!parts.contains("hans") && !Set(parts).isDisjoint(with: ["tw", "hk", "mo"]))
                language = isTraditional ? "zh-Hant" : "zh-Hans"
            }
            guard var words = languages.first(where: { $0.language == language }) else { continue }
            let beginsWithMonth = parts.count == 1 || !Set(parts).isDisjoint(with: ["us", "ca"])
            if language == "en", !beginsWithMonth { words.day = "%D %M %Y" }
            return words
        }
        return nil
    }

    /// Returns a period in words.
    func title(of period: CalendarGrouping.Period) -> String {
        let (date, week) = (period.date, period.weekOfYear)
        let year = period.unit == .week ? week.year : date.year
        // Languages differ in how they write years before 1, which no photo has.
        guard year > 0 else { return period.description }
        let name = months.isEmpty ? String(date.month) : months[date.month - 1]
        let values = [
            "Y": String(year), "M": name, "W": String(week.number), "D": date.day == 1 ? first : String(date.day),
        ]
        let (hours, minutes) = (period.secondOfDay / 3600, period.secondOfDay / 60 % 60)
        func timed(_ pattern: String, _ time: String) -> String {
            Self.filled(pattern, ["D": Self.filled(day, values), "T": time])
        }
        return switch period.unit {
        case .year: Self.filled(self.year, values)
        case .month: Self.filled(month, values)
        case .week: Self.filled(self.week, values)
        case .day: Self.filled(day, values)
        case .hour: timed(hour, String(hours))
        case .second: timed(time, "\(hours):\(minutes.padded(to: 2))")
        }
    }

    /// Returns a pattern with the values of the letters after `%`.
    private static func filled(_ pattern: String, _ values: [String: String]) -> String {
        var parts = pattern.split(separator: "%", omittingEmptySubsequences: false)
        var text = String(parts.removeFirst())
        for part in parts { text += (values[String(part.prefix(1))] ?? "") + part.dropFirst() }
        return text
    }
}
