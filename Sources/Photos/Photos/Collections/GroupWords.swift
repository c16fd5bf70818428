/// The words of one language for titles of groups and entries, without ICU, whose tables would double the size of a program.
///
/// Months and the order of dates are those of the Unicode CLDR (long dates of the Gregorian calendar).
struct GroupWords: Sendable {
    /// The first subtag of its language tag; with the script for Chinese.
    var language: String
    var all: String
    var allPhotos: String
    var undated: String
    var unplaced: String
    var recent: String
    var screenshots: String
    var videos: String
    var withoutPlace: String
    /// January to December; empty where numbers are used.
    var months: [String] = []
    /// A month: `%M` is its name or number, `%Y` the year.
    var month: String
    /// A week: `%W` is its number, `%Y` its year.
    var week: String
    /// A day: `%D` is its number, `%M` and `%Y` as above.
    var day: String
    /// A year.
    var year = "%Y"
    /// The first day of a month, where it has another form than its number.
    var first = "1"
    /// The hour on a day: `%T` is the time, `%D` the day in words.
    var hour = "%D, %T:00"
    /// The time on a day.
    var time = "%D, %T"

    /// Returns the name of a smart group.
    func name(of group: PhotoGroup.Smart) -> String {
        switch group {
        case .recent: recent
        case .screenshots: screenshots
        case .videos: videos
        case .withoutPlace: withoutPlace
        }
    }

    /// The languages with words.
    static let languages = [english, german, french, spanish, italian, portuguese, japanese, simplified, traditional]

    static let english = GroupWords(
        language: "en", all: "All", allPhotos: "All photos", undated: "No date", unplaced: "No place", recent: "Recent",
        screenshots: "Screenshots", videos: "Videos", withoutPlace: "Without place",
        months: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November",
            "December",
        ], month: "%M %Y", week: "Week %W, %Y", day: "%M %D, %Y")

    static let german = GroupWords(
        language: "de", all: "Alle", allPhotos: "Alle Fotos", undated: "Ohne Datum", unplaced: "Ohne Ort",
        recent: "Neueste", screenshots: "Bildschirmfotos", videos: "Videos", withoutPlace: "Ohne Ort",
        months: [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
            "Dezember",
        ], month: "%M %Y", week: "Woche %W, %Y", day: "%D. %M %Y")

    static let french = GroupWords(
        language: "fr", all: "Tout", allPhotos: "Toutes les photos", undated: "Sans date", unplaced: "Sans lieu",
        recent: "Récentes", screenshots: "Captures d’écran", videos: "Vidéos", withoutPlace: "Sans lieu",
        months: [
            "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
            "décembre",
        ], month: "%M %Y", week: "Semaine %W, %Y", day: "%D %M %Y", first: "1er")

    static let spanish = GroupWords(
        language: "es", all: "Todo", allPhotos: "Todas las fotos", undated: "Sin fecha", unplaced: "Sin lugar",
        recent: "Recientes", screenshots: "Capturas de pantalla", videos: "Vídeos", withoutPlace: "Sin lugar",
        months: [
            "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
            "noviembre", "diciembre",
        ], month: "%M de %Y", week: "Semana %W, %Y", day: "%D de %M de %Y")

    static let italian = GroupWords(
        language: "it", all: "Tutto", allPhotos: "Tutte le foto", undated: "Senza data", unplaced: "Senza luogo",
        recent: "Recenti", screenshots: "Schermate", videos: "Video", withoutPlace: "Senza luogo",
        months: [
            "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre",
            "novembre", "dicembre",
        ], month: "%M %Y", week: "Settimana %W, %Y", day: "%D %M %Y")

    static let portuguese = GroupWords(
        language: "pt", all: "Tudo", allPhotos: "Todas as fotos", undated: "Sem data", unplaced: "Sem lugar",
        recent: "Recentes", screenshots: "Capturas de tela", videos: "Vídeos", withoutPlace: "Sem lugar",
        months: [
            "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro",
            "novembro", "dezembro",
        ], month: "%M de %Y", week: "Semana %W, %Y", day: "%D de %M de %Y")

    static let japanese = GroupWords(
        language: "ja", all: "すべて", allPhotos: "すべての写真", undated: "日付なし", unplaced: "場所なし", recent: "最近の項目",
        screenshots: "スクリーンショット", videos: "ビデオ", withoutPlace: "場所なし", month: "%Y年%M月", week: "%Y年第%W週",
        day: "%Y年%M月%D日", year: "%Y年", hour: "%D %T時", time: "%D %T")

    static let simplified = GroupWords(
        language: "zh-Hans", all: "全部", allPhotos: "所有照片", undated: "无日期", unplaced: "无地点", recent: "最近项目",
        screenshots: "屏幕截图", videos: "视频", withoutPlace: "无地点", month: "%Y年%M月", week: "%Y年第%W周",
        day: "%Y年%M月%D日", year: "%Y年", hour: "%D %T时", time: "%D %T")

    static let traditional = GroupWords(
        language: "zh-Hant", all: "全部", allPhotos: "所有照片", undated: "無日期", unplaced: "無地點", recent: "最近項目",
        screenshots: "螢幕截圖", videos: "影片", withoutPlace: "無地點", month: "%Y年%M月", week: "%Y年第%W週",
        day: "%Y年%M月%D日", year: "%Y年", hour: "%D %T時", time: "%D %T")
}
