# bash completion for locate (LocationKit); made by "locate completions bash".
_locate_locationkit() {
    local current=${COMP_WORDS[COMP_CWORD]} previous='' command=locate word i
    ((COMP_CWORD > 0)) && previous=${COMP_WORDS[COMP_CWORD - 1]}
    # Bash splits --name=value at the sign.
    if [[ $current == '=' ]]; then
        current=''
    elif [[ $previous == '=' ]] && ((COMP_CWORD > 1)); then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        case "$command $word" in
        "locate reverse" | "locate search" | "locate format" | "locate photos" | "locate track" | "locate data" | "locate settings" | "locate help" | "locate completions") command+=" $word" ;;
        "locate photos list" | "locate photos map" | "locate photos geotag" | "locate photos place" | "locate photos tag" | "locate photos takeout" | "locate photos strip" | "locate photos sort" | "locate photos undo" | "locate photos watch" | "locate photos thumbnail") command+=" $word" ;;
        "locate track record" | "locate track export" | "locate track info" | "locate track map" | "locate track plot" | "locate track repair") command+=" $word" ;;
        "locate data info" | "locate data build-world" | "locate data import-osm" | "locate data list" | "locate data remove") command+=" $word" ;;
        "locate settings list" | "locate settings get" | "locate settings set" | "locate settings reset") command+=" $word" ;;
        esac
    done
    COMPREPLY=()
    case "$command $previous" in
    "locate --timeout")
        :
        return
        ;;
    "locate --no-satellite-timeout")
        :
        return
        ;;
    "locate --accuracy")
        :
        return
        ;;
    "locate --max-age")
        :
        return
        ;;
    "locate --settle")
        :
        return
        ;;
    "locate --require")
        mapfile -t COMPREPLY < <(compgen -W '2d 3d dgps rtk' -- "$current")
        return
        ;;
    "locate --count" | "locate -n")
        :
        return
        ;;
    "locate --map")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate --gpsd")
        :
        return
        ;;
    "locate --device")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate --replay")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate --speed")
        :
        return
        ;;
    "locate --simulate")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate --record")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate --provider")
        mapfile -t COMPREPLY < <(compgen -W 'auto world streets nominatim photon' -- "$current")
        return
        ;;
    "locate --streets")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate --language")
        :
        return
        ;;
    "locate --format" | "locate -f")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv tsv geojson nmea' -- "$current")
        return
        ;;
    "locate --template")
        :
        return
        ;;
    "locate --corrections")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate --server")
        :
        return
        ;;
    "locate --user-agent")
        :
        return
        ;;
    "locate --web-timeout")
        :
        return
        ;;
    "locate --privacy")
        :
        return
        ;;
    "locate --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate reverse --input" | "locate reverse -i")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate reverse --input-format")
        mapfile -t COMPREPLY < <(compgen -W 'csv json ndjson geojson gpx' -- "$current")
        return
        ;;
    "locate reverse --bad-rows")
        mapfile -t COMPREPLY < <(compgen -W 'fail keep' -- "$current")
        return
        ;;
    "locate reverse --provider")
        mapfile -t COMPREPLY < <(compgen -W 'auto world streets nominatim photon' -- "$current")
        return
        ;;
    "locate reverse --language")
        :
        return
        ;;
    "locate reverse --format" | "locate reverse -f")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv tsv ndjson geojson' -- "$current")
        return
        ;;
    "locate reverse --template")
        :
        return
        ;;
    "locate reverse --streets")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate reverse --corrections")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate reverse --server")
        :
        return
        ;;
    "locate reverse --user-agent")
        :
        return
        ;;
    "locate reverse --timeout")
        :
        return
        ;;
    "locate reverse --privacy")
        :
        return
        ;;
    "locate reverse --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate search --language")
        :
        return
        ;;
    "locate search --limit" | "locate search -n")
        :
        return
        ;;
    "locate search --near")
        :
        return
        ;;
    "locate search --input" | "locate search -i")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate search --format" | "locate search -f")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv tsv ndjson geojson' -- "$current")
        return
        ;;
    "locate search --template")
        :
        return
        ;;
    "locate search --streets")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate search --provider")
        mapfile -t COMPREPLY < <(compgen -W 'auto world streets nominatim photon' -- "$current")
        return
        ;;
    "locate search --server")
        :
        return
        ;;
    "locate search --user-agent")
        :
        return
        ;;
    "locate search --timeout")
        :
        return
        ;;
    "locate search --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate format --input" | "locate format -i")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate format --style")
        mapfile -t COMPREPLY < <(compgen -W 'display postal' -- "$current")
        return
        ;;
    "locate format --language")
        :
        return
        ;;
    "locate format --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate photos list --group")
        mapfile -t COMPREPLY < <(compgen -W 'all year month week day hour moment place' -- "$current")
        return
        ;;
    "locate photos list --sort")
        mapfile -t COMPREPLY < <(compgen -W 'ascending descending' -- "$current")
        return
        ;;
    "locate photos list --language")
        :
        return
        ;;
    "locate photos list --filter")
        mapfile -t COMPREPLY < <(compgen -W 'photo video screenshot located jpeg png webp gif tiff heic avif jxl raw mp4 mov mkv' -- "$current")
        return
        ;;
    "locate photos list --near")
        :
        return
        ;;
    "locate photos list --place")
        :
        return
        ;;
    "locate photos list --corrections")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos list --format" | "locate photos list -f")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv tsv geojson' -- "$current")
        return
        ;;
    "locate photos list --template")
        :
        return
        ;;
    "locate photos list --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos list --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate photos map --output" | "locate photos map -o")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos map --title")
        :
        return
        ;;
    "locate photos map --language")
        :
        return
        ;;
    "locate photos map --thumbnails")
        :
        return
        ;;
    "locate photos map --precision")
        mapfile -t COMPREPLY < <(compgen -W 'exact city country' -- "$current")
        return
        ;;
    "locate photos map --hide")
        :
        return
        ;;
    "locate photos map --streets")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos map --tiles")
        :
        return
        ;;
    "locate photos map --filter")
        mapfile -t COMPREPLY < <(compgen -W 'photo video screenshot located jpeg png webp gif tiff heic avif jxl raw mp4 mov mkv' -- "$current")
        return
        ;;
    "locate photos map --near")
        :
        return
        ;;
    "locate photos map --place")
        :
        return
        ;;
    "locate photos map --corrections")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos map --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos map --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate photos geotag --track")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos geotag --from-photos")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos geotag --offset")
        :
        return
        ;;
    "locate photos geotag --camera")
        :
        return
        ;;
    "locate photos geotag --time-zone")
        :
        return
        ;;
    "locate photos geotag --video-time")
        mapfile -t COMPREPLY < <(compgen -W 'auto utc local' -- "$current")
        return
        ;;
    "locate photos geotag --max-error")
        :
        return
        ;;
    "locate photos geotag --max-gap")
        :
        return
        ;;
    "locate photos geotag --max-extrapolation")
        :
        return
        ;;
    "locate photos geotag --policy")
        mapfile -t COMPREPLY < <(compgen -W 'keep replace replace-if-worse' -- "$current")
        return
        ;;
    "locate photos geotag --jobs" | "locate photos geotag -j")
        :
        return
        ;;
    "locate photos geotag --format" | "locate photos geotag -f")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv tsv' -- "$current")
        return
        ;;
    "locate photos geotag --template")
        :
        return
        ;;
    "locate photos geotag --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos geotag --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate photos place --at")
        :
        return
        ;;
    "locate photos place --streets")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos place --like")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos place --language")
        :
        return
        ;;
    "locate photos place --policy")
        mapfile -t COMPREPLY < <(compgen -W 'keep replace replace-if-worse' -- "$current")
        return
        ;;
    "locate photos place --jobs" | "locate photos place -j")
        :
        return
        ;;
    "locate photos place --format" | "locate photos place -f")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv tsv' -- "$current")
        return
        ;;
    "locate photos place --template")
        :
        return
        ;;
    "locate photos place --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos place --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate photos tag --provider")
        mapfile -t COMPREPLY < <(compgen -W 'auto world streets nominatim photon' -- "$current")
        return
        ;;
    "locate photos tag --streets")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos tag --language")
        :
        return
        ;;
    "locate photos tag --policy")
        mapfile -t COMPREPLY < <(compgen -W 'keep replace-if-far replace' -- "$current")
        return
        ;;
    "locate photos tag --corrections")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos tag --jobs" | "locate photos tag -j")
        :
        return
        ;;
    "locate photos tag --format" | "locate photos tag -f")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv tsv' -- "$current")
        return
        ;;
    "locate photos tag --template")
        :
        return
        ;;
    "locate photos tag --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos tag --server")
        :
        return
        ;;
    "locate photos tag --user-agent")
        :
        return
        ;;
    "locate photos tag --timeout")
        :
        return
        ;;
    "locate photos tag --privacy")
        :
        return
        ;;
    "locate photos tag --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate photos takeout --jobs" | "locate photos takeout -j")
        :
        return
        ;;
    "locate photos takeout --format" | "locate photos takeout -f")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv tsv' -- "$current")
        return
        ;;
    "locate photos takeout --template")
        :
        return
        ;;
    "locate photos takeout --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos takeout --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate photos strip --jobs" | "locate photos strip -j")
        :
        return
        ;;
    "locate photos strip --format" | "locate photos strip -f")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv tsv' -- "$current")
        return
        ;;
    "locate photos strip --template")
        :
        return
        ;;
    "locate photos strip --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos strip --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate photos sort --into")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")
        return
        ;;
    "locate photos sort --by")
        :
        return
        ;;
    "locate photos sort --language")
        :
        return
        ;;
    "locate photos sort --corrections")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos sort --format" | "locate photos sort -f")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv tsv' -- "$current")
        return
        ;;
    "locate photos sort --template")
        :
        return
        ;;
    "locate photos sort --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos sort --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate photos undo --jobs" | "locate photos undo -j")
        :
        return
        ;;
    "locate photos undo --format" | "locate photos undo -f")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv tsv' -- "$current")
        return
        ;;
    "locate photos undo --template")
        :
        return
        ;;
    "locate photos undo --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos undo --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate photos watch --provider")
        mapfile -t COMPREPLY < <(compgen -W 'auto world streets nominatim photon' -- "$current")
        return
        ;;
    "locate photos watch --streets")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos watch --language")
        :
        return
        ;;
    "locate photos watch --corrections")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos watch --format" | "locate photos watch -f")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv tsv' -- "$current")
        return
        ;;
    "locate photos watch --template")
        :
        return
        ;;
    "locate photos watch --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos watch --server")
        :
        return
        ;;
    "locate photos watch --user-agent")
        :
        return
        ;;
    "locate photos watch --timeout")
        :
        return
        ;;
    "locate photos watch --privacy")
        :
        return
        ;;
    "locate photos watch --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate photos thumbnail --output" | "locate photos thumbnail -o")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos thumbnail --size")
        :
        return
        ;;
    "locate photos thumbnail --format" | "locate photos thumbnail -f")
        mapfile -t COMPREPLY < <(compgen -W 'png jpeg' -- "$current")
        return
        ;;
    "locate photos thumbnail --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate track record --interval")
        :
        return
        ;;
    "locate track record --distance")
        :
        return
        ;;
    "locate track record --accuracy")
        :
        return
        ;;
    "locate track record --duration")
        :
        return
        ;;
    "locate track record --name")
        :
        return
        ;;
    "locate track record --gpsd")
        :
        return
        ;;
    "locate track record --device")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate track record --replay")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate track record --speed")
        :
        return
        ;;
    "locate track record --simulate")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate track record --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate track export --format" | "locate track export -f")
        mapfile -t COMPREPLY < <(compgen -W 'gpx geojson kml csv nmea' -- "$current")
        return
        ;;
    "locate track export --output" | "locate track export -o")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate track export --column")
        :
        return
        ;;
    "locate track export --date")
        :
        return
        ;;
    "locate track export --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate track info --format" | "locate track info -f")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv tsv' -- "$current")
        return
        ;;
    "locate track info --template")
        :
        return
        ;;
    "locate track info --units")
        mapfile -t COMPREPLY < <(compgen -W 'metric imperial' -- "$current")
        return
        ;;
    "locate track info --column")
        :
        return
        ;;
    "locate track info --date")
        :
        return
        ;;
    "locate track info --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate track map --output" | "locate track map -o")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate track map --title")
        :
        return
        ;;
    "locate track map --language")
        :
        return
        ;;
    "locate track map --units")
        mapfile -t COMPREPLY < <(compgen -W 'metric imperial' -- "$current")
        return
        ;;
    "locate track map --photos")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")
        return
        ;;
    "locate track map --precision")
        mapfile -t COMPREPLY < <(compgen -W 'exact city country' -- "$current")
        return
        ;;
    "locate track map --hide")
        :
        return
        ;;
    "locate track map --streets")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate track map --tiles")
        :
        return
        ;;
    "locate track map --corrections")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate track map --column")
        :
        return
        ;;
    "locate track map --date")
        :
        return
        ;;
    "locate track map --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate track plot --output" | "locate track plot -o")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate track plot --size")
        :
        return
        ;;
    "locate track plot --title")
        :
        return
        ;;
    "locate track plot --units")
        mapfile -t COMPREPLY < <(compgen -W 'metric imperial' -- "$current")
        return
        ;;
    "locate track plot --language")
        :
        return
        ;;
    "locate track plot --precision")
        mapfile -t COMPREPLY < <(compgen -W 'exact city country' -- "$current")
        return
        ;;
    "locate track plot --hide")
        :
        return
        ;;
    "locate track plot --streets")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate track plot --corrections")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate track plot --column")
        :
        return
        ;;
    "locate track plot --date")
        :
        return
        ;;
    "locate track plot --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate track repair --output" | "locate track repair -o")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate track repair --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate data info --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate data build-world --geonames")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")
        return
        ;;
    "locate data build-world --output" | "locate data build-world -o")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate data build-world --boundaries")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate data build-world --hold-out")
        :
        return
        ;;
    "locate data build-world --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate data import-osm --output" | "locate data import-osm -o")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate data import-osm --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate data list --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate data remove --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate settings list --format" | "locate settings list -f")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv tsv' -- "$current")
        return
        ;;
    "locate settings list --template")
        :
        return
        ;;
    "locate settings list --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate settings get --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate settings set --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate settings reset --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate help --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate completions --color")
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
        return
        ;;
    "locate settings set timeout")
        :
        return
        ;;
    "locate settings set no-satellite-timeout")
        :
        return
        ;;
    "locate settings set accuracy")
        :
        return
        ;;
    "locate settings set max-age")
        :
        return
        ;;
    "locate settings set settle")
        :
        return
        ;;
    "locate settings set require")
        mapfile -t COMPREPLY < <(compgen -W '2d 3d dgps rtk' -- "$current")
        return
        ;;
    "locate settings set gpsd")
        :
        return
        ;;
    "locate settings set device")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate settings set no-address")
        mapfile -t COMPREPLY < <(compgen -W 'true false' -- "$current")
        return
        ;;
    "locate settings set provider")
        mapfile -t COMPREPLY < <(compgen -W 'auto world streets nominatim photon' -- "$current")
        return
        ;;
    "locate settings set language")
        :
        return
        ;;
    "locate settings set format")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv tsv geojson nmea' -- "$current")
        return
        ;;
    "locate settings set quiet")
        mapfile -t COMPREPLY < <(compgen -W 'true false' -- "$current")
        return
        ;;
    "locate settings set corrections")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate settings set server")
        :
        return
        ;;
    "locate settings set user-agent")
        :
        return
        ;;
    "locate settings set web-timeout")
        :
        return
        ;;
    "locate settings set no-cache")
        mapfile -t COMPREPLY < <(compgen -W 'true false' -- "$current")
        return
        ;;
    "locate settings set privacy")
        :
        return
        ;;
    "locate settings set corners")
        mapfile -t COMPREPLY < <(compgen -W 'true false' -- "$current")
        return
        ;;
    "locate settings set style")
        mapfile -t COMPREPLY < <(compgen -W 'display postal' -- "$current")
        return
        ;;
    "locate settings set abbreviate")
        mapfile -t COMPREPLY < <(compgen -W 'true false' -- "$current")
        return
        ;;
    "locate settings set no-country")
        mapfile -t COMPREPLY < <(compgen -W 'true false' -- "$current")
        return
        ;;
    "locate settings set sort")
        mapfile -t COMPREPLY < <(compgen -W 'ascending descending' -- "$current")
        return
        ;;
    "locate settings set thumbnails")
        :
        return
        ;;
    "locate settings set precision")
        mapfile -t COMPREPLY < <(compgen -W 'exact city country' -- "$current")
        return
        ;;
    "locate settings set time-zone")
        :
        return
        ;;
    "locate settings set video-time")
        mapfile -t COMPREPLY < <(compgen -W 'auto utc local' -- "$current")
        return
        ;;
    "locate settings set max-error")
        :
        return
        ;;
    "locate settings set max-gap")
        :
        return
        ;;
    "locate settings set max-extrapolation")
        :
        return
        ;;
    "locate settings set policy")
        mapfile -t COMPREPLY < <(compgen -W 'keep replace replace-if-worse' -- "$current")
        return
        ;;
    "locate settings set sidecar")
        mapfile -t COMPREPLY < <(compgen -W 'true false' -- "$current")
        return
        ;;
    "locate settings set jobs")
        :
        return
        ;;
    "locate settings set keep-time")
        mapfile -t COMPREPLY < <(compgen -W 'true false' -- "$current")
        return
        ;;
    "locate settings set keywords")
        mapfile -t COMPREPLY < <(compgen -W 'true false' -- "$current")
        return
        ;;
    "locate settings set size")
        :
        return
        ;;
    "locate settings set interval")
        :
        return
        ;;
    "locate settings set distance")
        :
        return
        ;;
    "locate settings set track-accuracy")
        :
        return
        ;;
    "locate settings set units")
        mapfile -t COMPREPLY < <(compgen -W 'metric imperial' -- "$current")
        return
        ;;
    esac
    local words=''
    case "$command" in
    "locate")
        if [[ $current == -* ]]; then words='--timeout --no-satellite-timeout --accuracy --max-age --settle --require --strict --watch -n --count --map --gpsd --device --replay --speed --simulate --record --no-address --provider --streets --language -f --format --json --template --csv-safe -q --quiet --corrections --salvage --server --user-agent --web-timeout --no-cache --privacy --color -h --help -V --version'; else words='reverse search format photos track data settings help completions'; fi
        ;;
    "locate reverse")
        if [[ $current == -* ]]; then words='-i --input --input-format --bad-rows --provider --language -f --format --json --template --csv-safe -q --quiet --streets --corners --corrections --salvage --server --user-agent --timeout --no-cache --privacy --color -h --help'; else words=''; fi
        ;;
    "locate search")
        if [[ $current == -* ]]; then words='--language -n --limit --near -i --input -f --format --json --template --csv-safe --streets --provider -q --quiet --server --user-agent --timeout --no-cache --color -h --help'; else words=''; fi
        ;;
    "locate format")
        if [[ $current == -* ]]; then words='-i --input --style --language --abbreviate --no-country --json -q --quiet --color -h --help'; else words=''; fi
        ;;
    "locate photos")
        if [[ $current == -* ]]; then words='-h --help'; else words='list map geotag place tag takeout strip sort undo watch thumbnail'; fi
        ;;
    "locate photos list")
        if [[ $current == -* ]]; then words='--group --sort --language --dates-from-names -q --quiet --filter --near --place --corrections --salvage -f --format --json --template --csv-safe --files-from -0 --null --color -h --help'; else words=''; fi
        ;;
    "locate photos map")
        if [[ $current == -* ]]; then words='-o --output --force --title --language --thumbnails --links --precision --hide --streets --tiles -q --quiet --filter --near --place --corrections --salvage --files-from -0 --null --color -h --help'; else words=''; fi
        ;;
    "locate photos geotag")
        if [[ $current == -* ]]; then words='--track --from-photos --dates-from-names --salvage --offset --camera --time-zone --video-time --max-error --max-gap --max-extrapolation --policy --sidecar -n --dry-run -j --jobs --keep-time -f --format --json --template --csv-safe -q --quiet --files-from -0 --null --color -h --help'; else words=''; fi
        ;;
    "locate photos place")
        if [[ $current == -* ]]; then words='--at --streets --like --language --policy --sidecar -n --dry-run -j --jobs --keep-time -f --format --json --template --csv-safe -q --quiet --files-from -0 --null --color -h --help'; else words=''; fi
        ;;
    "locate photos tag")
        if [[ $current == -* ]]; then words='--provider --streets --language --policy --keywords --sidecar --corrections --salvage -n --dry-run -j --jobs --keep-time -f --format --json --template --csv-safe -q --quiet --files-from -0 --null --server --user-agent --timeout --no-cache --privacy --color -h --help'; else words=''; fi
        ;;
    "locate photos takeout")
        if [[ $current == -* ]]; then words='--sidecar -n --dry-run -j --jobs --keep-time -f --format --json --template --csv-safe -q --quiet --files-from -0 --null --color -h --help'; else words=''; fi
        ;;
    "locate photos strip")
        if [[ $current == -* ]]; then words='--forget -n --dry-run -j --jobs --keep-time -f --format --json --template --csv-safe -q --quiet --files-from -0 --null --color -h --help'; else words=''; fi
        ;;
    "locate photos sort")
        if [[ $current == -* ]]; then words='--into --by --copy --language --dates-from-names -n --dry-run --corrections --salvage -f --format --json --template --csv-safe -q --quiet --files-from -0 --null --color -h --help'; else words=''; fi
        ;;
    "locate photos undo")
        if [[ $current == -* ]]; then words='--all -n --dry-run --forget -j --jobs -f --format --json --template --csv-safe -q --quiet --files-from -0 --null --color -h --help'; else words=''; fi
        ;;
    "locate photos watch")
        if [[ $current == -* ]]; then words='--tag --provider --streets --language -q --quiet --corrections --salvage -f --format --json --template --csv-safe --files-from -0 --null --server --user-agent --timeout --no-cache --privacy --color -h --help'; else words=''; fi
        ;;
    "locate photos thumbnail")
        if [[ $current == -* ]]; then words='-o --output --force --size --square -f --format --color -h --help'; else words=''; fi
        ;;
    "locate track")
        if [[ $current == -* ]]; then words='-h --help'; else words='record export info map plot repair'; fi
        ;;
    "locate track record")
        if [[ $current == -* ]]; then words='--interval --distance --accuracy --duration --name --explain --gpsd --device --replay --speed --simulate -q --quiet --color -h --help'; else words=''; fi
        ;;
    "locate track export")
        if [[ $current == -* ]]; then words='-f --format -o --output --force --salvage --csv-safe --column --date --color -h --help'; else words=''; fi
        ;;
    "locate track info")
        if [[ $current == -* ]]; then words='-f --format --json --template --csv-safe --plot --units --salvage --column --date --color -h --help'; else words=''; fi
        ;;
    "locate track map")
        if [[ $current == -* ]]; then words='-o --output --force --title --language --units --photos --precision --hide --streets --tiles --corrections --salvage -q --quiet --column --date --color -h --help'; else words=''; fi
        ;;
    "locate track plot")
        if [[ $current == -* ]]; then words='-o --output --force --size --dark --title --units --language --precision --hide --streets --corrections --salvage -q --quiet --column --date --color -h --help'; else words=''; fi
        ;;
    "locate track repair")
        if [[ $current == -* ]]; then words='-o --output --force --color -h --help'; else words=''; fi
        ;;
    "locate data")
        if [[ $current == -* ]]; then words='-h --help'; else words='info build-world import-osm list remove'; fi
        ;;
    "locate data info")
        if [[ $current == -* ]]; then words='--json --color -h --help'; else words=''; fi
        ;;
    "locate data build-world")
        if [[ $current == -* ]]; then words='--geonames -o --output --force --boundaries --hold-out --check-names --color -h --help'; else words=''; fi
        ;;
    "locate data import-osm")
        if [[ $current == -* ]]; then words='-o --output --force --json -q --quiet --color -h --help'; else words=''; fi
        ;;
    "locate data list")
        if [[ $current == -* ]]; then words='--json --color -h --help'; else words=''; fi
        ;;
    "locate data remove")
        if [[ $current == -* ]]; then words='--color -h --help'; else words=''; fi
        ;;
    "locate settings")
        if [[ $current == -* ]]; then words='-h --help'; else words='list get set reset'; fi
        ;;
    "locate settings list")
        if [[ $current == -* ]]; then words='-f --format --json --template --csv-safe --color -h --help'; else words=''; fi
        ;;
    "locate settings get")
        if [[ $current == -* ]]; then words='--color -h --help'; else words='timeout no-satellite-timeout accuracy max-age settle require gpsd device no-address provider language format quiet corrections server user-agent web-timeout no-cache privacy corners style abbreviate no-country sort thumbnails precision time-zone video-time max-error max-gap max-extrapolation policy sidecar jobs keep-time keywords size interval distance track-accuracy units'; fi
        ;;
    "locate settings set")
        if [[ $current == -* ]]; then words='--color -h --help'; else words='timeout no-satellite-timeout accuracy max-age settle require gpsd device no-address provider language format quiet corrections server user-agent web-timeout no-cache privacy corners style abbreviate no-country sort thumbnails precision time-zone video-time max-error max-gap max-extrapolation policy sidecar jobs keep-time keywords size interval distance track-accuracy units'; fi
        ;;
    "locate settings reset")
        if [[ $current == -* ]]; then words='--color -h --help'; else words='timeout no-satellite-timeout accuracy max-age settle require gpsd device no-address provider language format quiet corrections server user-agent web-timeout no-cache privacy corners style abbreviate no-country sort thumbnails precision time-zone video-time max-error max-gap max-extrapolation policy sidecar jobs keep-time keywords size interval distance track-accuracy units'; fi
        ;;
    "locate help")
        if [[ $current == -* ]]; then words='--color -h --help'; else words='reverse search format photos track data settings help completions'; fi
        ;;
    "locate completions")
        if [[ $current == -* ]]; then words='--color -h --help'; else words='bash zsh fish'; fi
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -F _locate_locationkit locate
