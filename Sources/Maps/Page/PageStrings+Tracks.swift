extension PageStrings {
    /// The keys of ``tracks``.
    static let trackKeys = [
        "track", "speed", "height", "time", "colorBy", "moving", "stop", "duration", "distance", "profile", "start",
        "end",
        "elapsed", "climb", "highest", "lowest", "startAndEnd", "more", "print", "satellites", "satellitesUsed",
        "follow", "ended", "silent", "north", "east", "south", "west", "stopsShown",
        "outliers.one", "outliers.other",
    ]

    /// The words of pages with tracks by language, in the order of ``trackKeys``.
    static let tracks: [String: [String]] = [
        "en": [
            "Track", "Speed", "Height", "Time", "Colour by", "in motion", "Stop", "Duration", "Distance", "Profile",
            "Start", "End",
            "elapsed", "Climb", "Highest", "Lowest", "Start and end", "and {n} more", "Print",
            "Satellites", "{n} of {all} satellites in use", "Follow", "The watch has ended",
            "Nothing new for {n}\u{A0}s",
            "N",
            "E", "S", "W",
            "the {n} longest of {all} stops",
            "{n} outlier left out", "{n} outliers left out",
        ],
        "de": [
            "Track", "Tempo", "Höhe", "Zeit", "Farbe nach", "in Bewegung", "Halt", "Dauer", "Strecke", "Höhenprofil",
            "Start", "Ziel",
            "insgesamt", "Anstieg", "Höchster Punkt", "Tiefster Punkt", "Start und Ziel", "und {n} weitere", "Drucken",
            "Satelliten", "{n} von {all} Satelliten benutzt", "Folgen", "Die Aufzeichnung ist beendet",
            "Seit {n}\u{A0}s nichts Neues", "N", "O", "S", "W",
            "die {n} längsten von {all} Halten",
            "{n} Ausreißer weggelassen", "{n} Ausreißer weggelassen",
        ],
        "fr": [
            "Trace", "Vitesse", "Altitude", "Heure", "Colorer par", "en mouvement", "Arrêt", "Durée", "Distance",
            "Profil", "Départ", "Arrivée",
            "au total", "Dénivelé positif", "Point culminant", "Point le plus bas", "Départ et arrivée",
            "et {n} de plus", "Imprimer",
            "Satellites", "{n} satellites sur {all} utilisés", "Suivre", "Le suivi est terminé",
            "Rien de nouveau depuis {n}\u{A0}s", "N", "E", "S", "O",
            "les {n} plus longs arrêts sur {all}",
            "{n} point aberrant omis", "{n} points aberrants omis",
        ],
        "es": [
            "Ruta", "Velocidad", "Altitud", "Hora", "Color por", "en movimiento", "Parada", "Duración", "Distancia",
            "Perfil", "Inicio", "Fin",
            "en total", "Desnivel positivo", "Punto más alto", "Punto más bajo", "Inicio y fin", "y {n} más",
            "Imprimir",
            "Satélites", "{n} de {all} satélites en uso", "Seguir", "El seguimiento ha terminado",
            "Sin novedades desde hace {n}\u{A0}s", "N", "E", "S", "O",
            "las {n} paradas más largas de {all}",
            "{n} punto atípico omitido", "{n} puntos atípicos omitidos",
        ],
        "it": [
            "Traccia", "Velocità", "Quota", "Ora", "Colora per", "in movimento", "Sosta", "Durata", "Distanza",
            "Profilo", "Inizio", "Fine",
            "in totale", "Salita", "Punto più alto", "Punto più basso", "Inizio e fine", "e altre {n}", "Stampa",
            "Satelliti", "{n} di {all} satelliti in uso", "Segui", "Il monitoraggio è terminato",
            "Nessuna novità da {n}\u{A0}s", "N", "E", "S", "O",
            "le {n} soste più lunghe su {all}",
            "{n} punto anomalo omesso", "{n} punti anomali omessi",
        ],
        "pt": [
            "Trilho", "Velocidade", "Altitude", "Hora", "Colorir por", "em movimento", "Paragem", "Duração",
            "Distância", "Perfil", "Início", "Fim",
            "no total", "Subida", "Ponto mais alto", "Ponto mais baixo", "Início e fim", "e mais {n}", "Imprimir",
            "Satélites", "{n} de {all} satélites em uso", "Seguir", "O acompanhamento terminou",
            "Nada de novo há {n}\u{A0}s", "N", "E", "S", "O",
            "as {n} paragens mais longas de {all}",
            "{n} ponto anómalo omitido", "{n} pontos anómalos omitidos",
        ],
        "nl": [
            "Track", "Snelheid", "Hoogte", "Tijd", "Kleur op", "in beweging", "Stop", "Duur", "Afstand", "Profiel",
            "Start", "Einde",
            "in totaal", "Stijging", "Hoogste punt", "Laagste punt", "Start en einde", "en nog {n}", "Afdrukken",
            "Satellieten", "{n} van {all} satellieten in gebruik", "Volgen", "Het volgen is beëindigd",
            "Al {n}\u{A0}s niets nieuws", "N", "O", "Z", "W",
            "de {n} langste van {all} stops",
            "{n} uitschieter weggelaten", "{n} uitschieters weggelaten",
        ],
        "ja": [
            "トラック", "速度", "標高", "時刻", "色分け", "移動中", "停止", "時間", "距離", "断面図", "出発", "到着",
            "経過", "上り", "最高点", "最低点", "出発と到着", "ほか {n} 件", "印刷",
            "衛星", "{all} 機中 {n} 機の衛星を使用", "追従", "記録は終了しました", "{n} 秒間更新がありません", "北", "東", "南", "西",
            "{all} 件の停止のうち長い {n} 件",
            "外れた測位点 {n} 件を除外", "外れた測位点 {n} 件を除外",
        ],
    ]
}
