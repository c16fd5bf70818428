package import LKGeocoding

/// The words of a page's interface in one language.
package struct PageStrings: Sendable {
    /// The language's tag.
    package let language: String
    private let texts: [String]

    /// The keys, in the order of each language's texts.
    ///
    /// `{n}` and `{all}` become numbers, `{host}`, `{place}`, `{what}` and `{name}` names. `photos.one` is for one, `photos.other` for all other numbers.
    package static let keys =
        [
            "map", "photos.one", "photos.other", "partOf", "undated", "period", "from", "to", "showAll", "table",
            "close",
            "zoomHere", "openFile", "date", "place", "latitude", "longitude", "file", "previous", "next", "noScript",
            "damaged", "video", "unknownPlace", "zoomIn", "zoomOut", "tilesNote", "title.photos",
            "andPlaces.one", "andPlaces.other", "pair", "photo", "localTimes", "wholePeriod",
        ] + trackKeys + stateKeys

    package subscript(key: String) -> String {
        Self.keys.firstIndex(of: key).map { texts[$0] } ?? key
    }

    /// The texts as an object of JSON.
    var json: String {
        "{" + zip(Self.keys, texts).map { "\(PageText.json($0)):\(PageText.json($1))" }.joined(separator: ",") + "}"
    }

    /// Returns the strings of the first language that has some, and English otherwise.
    package static func strings(for languages: [LanguageTag]) -> PageStrings {
        for language in languages {
            if let texts = all[language.language] { return PageStrings(language: language.language, texts: texts) }
        }
        return PageStrings(language: "en", texts: all["en"] ?? keys)
    }

    /// The texts by language, in the order of ``keys``.
    package static let all = common.merging(tracks) { $0 + $1 }.merging(states) { $0 + $1 }

    /// The words of all pages and of those with photos.
    private static let common: [String: [String]] = [
        "en": [
            "Map", "{n} photo", "{n} photos", "{n} of {all} photos", "without a date", "Period", "From", "To",
            "Show everything", "Table", "Close", "Zoom in here", "Open file", "Date", "Place", "Latitude", "Longitude",
            "File", "Previous", "Next", "This map needs JavaScript, which runs on your computer only.",
            "This page cannot be shown. It may be incomplete, or the browser may be too old.", "Video",
            "Unnamed place", "Zoom in", "Zoom out", "Map images are loaded from {host}.",
            "Photos",
            "{place} and {n} other place", "{place} and {n} other places",
            "{what}: {name}", "Photo", "local times", "Whole period",
        ],
        "de": [
            "Karte", "{n} Foto", "{n} Fotos", "{n} von {all} Fotos", "ohne Datum", "Zeitraum", "Von", "Bis",
            "Alles zeigen", "Tabelle", "Schließen", "Hier vergrößern", "Datei öffnen", "Datum", "Ort", "Breite",
            "Länge", "Datei", "Zurück", "Weiter", "Diese Karte braucht JavaScript, das nur auf Ihrem Rechner läuft.",
            "Diese Seite lässt sich nicht anzeigen. Sie ist unvollständig, oder der Browser ist zu alt.", "Video",
            "Unbenannter Ort", "Vergrößern", "Verkleinern", "Kartenbilder werden von {host} geladen.",
            "Fotos",
            "{place} und {n} anderer Ort", "{place} und {n} andere Orte",
            "{what}: {name}", "Foto", "Ortszeiten", "Ganzer Zeitraum",
        ],
        "fr": [
            "Carte", "{n} photo", "{n} photos", "{n} photos sur {all}", "sans date", "Période", "Du", "Au",
            "Tout afficher", "Tableau", "Fermer", "Zoomer ici", "Ouvrir le fichier", "Date", "Lieu", "Latitude",
            "Longitude", "Fichier", "Précédent", "Suivant",
            "Cette carte a besoin de JavaScript, qui ne s’exécute que sur votre ordinateur.",
            "Cette page ne peut pas être affichée. Elle est incomplète, ou le navigateur est trop ancien.", "Vidéo",
            "Lieu sans nom", "Zoom avant", "Zoom arrière",
            "Les images de la carte sont chargées depuis {host}.", "Photos",
            "{place} et {n} autre lieu", "{place} et {n} autres lieux",
            "{what}\u{A0}: {name}", "Photo", "heures locales", "Toute la période",
        ],
        "es": [
            "Mapa", "{n} foto", "{n} fotos", "{n} de {all} fotos", "sin fecha", "Periodo", "Desde", "Hasta",
            "Mostrar todo", "Tabla", "Cerrar", "Ampliar aquí", "Abrir archivo", "Fecha", "Lugar", "Latitud",
            "Longitud", "Archivo", "Anterior", "Siguiente",
            "Este mapa necesita JavaScript, que solo se ejecuta en su ordenador.",
            "Esta página no se puede mostrar. Está incompleta o el navegador es demasiado antiguo.", "Vídeo",
            "Lugar sin nombre", "Acercar", "Alejar",
            "Las imágenes del mapa se cargan desde {host}.", "Fotos",
            "{place} y {n} lugar más", "{place} y {n} lugares más",
            "{what}: {name}", "Foto", "horas locales", "Todo el periodo",
        ],
        "it": [
            "Mappa", "{n} foto", "{n} foto", "{n} di {all} foto", "senza data", "Periodo", "Dal", "Al",
            "Mostra tutto", "Tabella", "Chiudi", "Ingrandisci qui", "Apri file", "Data", "Luogo", "Latitudine",
            "Longitudine", "File", "Precedente", "Successivo",
            "Questa mappa ha bisogno di JavaScript, che viene eseguito solo sul tuo computer.",
            "Impossibile mostrare questa pagina. È incompleta, oppure il browser è troppo vecchio.", "Video",
            "Luogo senza nome", "Ingrandisci", "Riduci",
            "Le immagini della mappa provengono da {host}.", "Foto",
            "{place} e {n} altro luogo", "{place} e altri {n} luoghi",
            "{what}: {name}", "Foto", "ore locali", "Tutto il periodo",
        ],
        "pt": [
            "Mapa", "{n} foto", "{n} fotos", "{n} de {all} fotos", "sem data", "Período", "De", "Até",
            "Mostrar tudo", "Tabela", "Fechar", "Ampliar aqui", "Abrir ficheiro", "Data", "Lugar", "Latitude",
            "Longitude", "Ficheiro", "Anterior", "Seguinte",
            "Este mapa precisa de JavaScript, que só é executado no seu computador.",
            "Não é possível mostrar esta página. Está incompleta ou o navegador é demasiado antigo.", "Vídeo",
            "Lugar sem nome", "Ampliar", "Reduzir",
            "As imagens do mapa são carregadas de {host}.", "Fotos",
            "{place} e mais {n} lugar", "{place} e mais {n} lugares",
            "{what}: {name}", "Foto", "horas locais", "Todo o período",
        ],
        "nl": [
            "Kaart", "{n} foto", "{n} foto’s", "{n} van {all} foto’s", "zonder datum", "Periode", "Van", "Tot",
            "Alles tonen", "Tabel", "Sluiten", "Hier inzoomen", "Bestand openen", "Datum", "Plaats", "Breedtegraad",
            "Lengtegraad", "Bestand", "Vorige", "Volgende",
            "Deze kaart heeft JavaScript nodig, dat alleen op uw computer wordt uitgevoerd.",
            "Deze pagina kan niet worden getoond. Ze is onvolledig, of de browser is te oud.", "Video",
            "Plaats zonder naam", "Inzoomen", "Uitzoomen",
            "Kaartbeelden worden geladen van {host}.", "Foto’s",
            "{place} en {n} andere plaats", "{place} en {n} andere plaatsen",
            "{what}: {name}", "Foto", "plaatselijke tijden", "Hele periode",
        ],
        "ja": [
            "地図", "{n} 枚の写真", "{n} 枚の写真", "{all} 枚中 {n} 枚の写真", "日付なし", "期間", "開始", "終了",
            "すべて表示", "表", "閉じる", "ここを拡大", "ファイルを開く", "日時", "場所", "緯度", "経度", "ファイル",
            "前へ", "次へ", "この地図には JavaScript が必要です。処理はお使いのコンピューター内だけで行われます。",
            "このページを表示できません。ファイルが不完全か、ブラウザーが古すぎます。", "動画", "名前のない場所",
            "拡大", "縮小", "地図画像は {host} から読み込まれます。", "写真",
            "{place} ほか {n} か所", "{place} ほか {n} か所",
            "{what}：{name}", "写真", "現地時刻", "全期間",
        ],
    ]
}
