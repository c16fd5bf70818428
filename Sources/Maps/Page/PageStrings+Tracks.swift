extension PageStrings {
    /// The keys of ``tracks``.
    static let trackKeys = [
        "track", "speed", "height", "time", "colorBy", "moving", "stop", "duration", "distance", "profile", "start",
        "end",
        "print", "satellites", "satellitesUsed", "follow", "ended", "silent", "north", "east", "south", "west",
    ]

    /// The words of pages with tracks by language, in the order of ``trackKeys``.
    static let tracks: [String: [String]] = [
        "en": [
            "Track", "Speed", "Height", "Time", "Colour by", "in motion", "Stop", "Duration", "Distance", "Profile",
            "Start", "End", "Print",
            "Satellites", "{n} of {all} satellites in use", "Follow", "The watch has ended", "Nothing new for {n} s",
            "N",
            "E", "S", "W",
        ],
        "de": [
            "Track", "Tempo", "Höhe", "Zeit", "Farbe nach", "in Bewegung", "Halt", "Dauer", "Strecke", "Höhenprofil",
            "Start", "Ziel", "Drucken",
            "Satelliten", "{n} von {all} Satelliten benutzt", "Folgen", "Die Aufzeichnung ist beendet",
            "Seit {n} s nichts Neues", "N", "O", "S", "W",
        ],
        "fr": [
            "Trace", "Vitesse", "Altitude", "Heure", "Colorer par", "en mouvement", "Arrêt", "Durée", "Distance",
            "Profil", "Départ", "Arrivée", "Imprimer",
            "Satellites", "{n} satellites sur {all} utilisés", "Suivre", "Le suivi est terminé",
            "Rien de nouveau depuis {n} s", "N", "E", "S", "O",
        ],
        "es": [
            "Ruta", "Velocidad", "Altitud", "Hora", "Color por", "en movimiento", "Parada", "Duración", "Distancia",
            "Perfil", "Inicio", "Fin", "Imprimir",
            "Satélites", "{n} de {all} satélites en uso", "Seguir", "El seguimiento ha terminado",
            "Sin novedades desde hace {n} s", "N", "E", "S", "O",
        ],
        "it": [
            "Traccia", "Velocità", "Quota", "Ora", "Colora per", "in movimento", "Sosta", "Durata", "Distanza",
            "Profilo", "Inizio", "Fine", "Stampa",
            "Satelliti", "{n} di {all} satelliti in uso", "Segui", "Il monitoraggio è terminato",
            "Nessuna novità da {n} s", "N", "E", "S", "O",
        ],
        "pt": [
            "Trilho", "Velocidade", "Altitude", "Hora", "Colorir por", "em movimento", "Paragem", "Duração",
            "Distância", "Perfil", "Início", "Fim", "Imprimir",
            "Satélites", "{n} de {all} satélites em uso", "Seguir", "O acompanhamento terminou",
            "Nada de novo há {n} s", "N", "E", "S", "O",
        ],
        "nl": [
            "Track", "Snelheid", "Hoogte", "Tijd", "Kleur op", "in beweging", "Stop", "Duur", "Afstand", "Profiel",
            "Start", "Einde", "Afdrukken",
            "Satellieten", "{n} van {all} satellieten in gebruik", "Volgen", "Het volgen is beëindigd",
            "Al {n} s niets nieuws", "N", "O", "Z", "W",
        ],
        "ja": [
            "トラック", "速度", "標高", "時刻", "色分け", "移動中", "停止", "時間", "距離", "断面図", "出発", "到着", "印刷",
            "衛星", "{all} 機中 {n} 機の衛星を使用", "追従", "記録は終了しました", "{n} 秒間更新がありません", "北", "東", "南", "西",
        ],
    ]
}
