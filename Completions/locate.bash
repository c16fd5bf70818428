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
        "locate photos list" | "locate photos geotag" | "locate photos place" | "locate photos tag" | "locate photos strip" | "locate photos undo" | "locate photos watch" | "locate photos thumbnail") command+=" $word" ;;
        "locate track record" | "locate track export" | "locate track info" | "locate track repair") command+=" $word" ;;
        "locate data info" | "locate data build-world") command+=" $word" ;;
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
    "locate --count")
        :
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
    "locate --language")
        :
        return
        ;;
    "locate --format")
        mapfile -t COMPREPLY < <(compgen -W 'text json geojson csv nmea' -- "$current")
        return
        ;;
    "locate --template")
        :
        return
        ;;
    "locate reverse --input" | "locate reverse -i")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate reverse --input-format")
        mapfile -t COMPREPLY < <(compgen -W 'csv ndjson geojson gpx' -- "$current")
        return
        ;;
    "locate reverse --provider")
        mapfile -t COMPREPLY < <(compgen -W 'auto world nominatim photon' -- "$current")
        return
        ;;
    "locate reverse --language")
        :
        return
        ;;
    "locate reverse --format")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv ndjson geojson' -- "$current")
        return
        ;;
    "locate reverse --template")
        :
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
    "locate search --language")
        :
        return
        ;;
    "locate search --limit")
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
    "locate search --format")
        mapfile -t COMPREPLY < <(compgen -W 'text json csv ndjson geojson' -- "$current")
        return
        ;;
    "locate search --template")
        :
        return
        ;;
    "locate search --provider")
        mapfile -t COMPREPLY < <(compgen -W 'auto world nominatim photon' -- "$current")
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
    "locate photos list --group")
        mapfile -t COMPREPLY < <(compgen -W 'all year month week day hour moment place' -- "$current")
        return
        ;;
    "locate photos list --filter")
        mapfile -t COMPREPLY < <(compgen -W 'photo video screenshot located jpeg png webp gif tiff heic avif raw mp4 mov mkv' -- "$current")
        return
        ;;
    "locate photos list --sort")
        mapfile -t COMPREPLY < <(compgen -W 'ascending descending' -- "$current")
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
    "locate photos list --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos geotag --track")
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
    "locate photos geotag --jobs")
        :
        return
        ;;
    "locate photos geotag --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos place --at")
        :
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
    "locate photos place --jobs")
        :
        return
        ;;
    "locate photos place --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos tag --provider")
        mapfile -t COMPREPLY < <(compgen -W 'auto world nominatim photon' -- "$current")
        return
        ;;
    "locate photos tag --language")
        :
        return
        ;;
    "locate photos tag --policy")
        mapfile -t COMPREPLY < <(compgen -W 'keep replace' -- "$current")
        return
        ;;
    "locate photos tag --jobs")
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
    "locate photos strip --jobs")
        :
        return
        ;;
    "locate photos strip --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos undo --jobs")
        :
        return
        ;;
    "locate photos undo --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate photos watch --language")
        :
        return
        ;;
    "locate photos watch --files-from")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
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
    "locate photos thumbnail --format")
        mapfile -t COMPREPLY < <(compgen -W 'png jpeg' -- "$current")
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
    "locate track export --format")
        mapfile -t COMPREPLY < <(compgen -W 'gpx geojson kml csv nmea' -- "$current")
        return
        ;;
    "locate track export --output" | "locate track export -o")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    "locate track repair --output" | "locate track repair -o")
        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
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
    "locate settings set language")
        :
        return
        ;;
    "locate settings set format")
        mapfile -t COMPREPLY < <(compgen -W 'text json geojson csv nmea' -- "$current")
        return
        ;;
    "locate settings set quiet")
        mapfile -t COMPREPLY < <(compgen -W 'true false' -- "$current")
        return
        ;;
    "locate settings set provider")
        mapfile -t COMPREPLY < <(compgen -W 'auto world nominatim photon' -- "$current")
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
    "locate settings set no-cache")
        mapfile -t COMPREPLY < <(compgen -W 'true false' -- "$current")
        return
        ;;
    "locate settings set privacy")
        :
        return
        ;;
    esac
    local words=''
    case "$command" in
    "locate")
        if [[ $current == -* ]]; then words='--timeout --no-satellite-timeout --accuracy --max-age --settle --require --strict --watch --count --gpsd --device --replay --speed --simulate --record --no-address --language --format --json --template --quiet --help --version'; else words='reverse search format photos track data settings help completions'; fi
        ;;
    "locate reverse")
        if [[ $current == -* ]]; then words='-i --input --input-format --provider --language --format --json --template --quiet --server --user-agent --timeout --no-cache --privacy --help'; else words=''; fi
        ;;
    "locate search")
        if [[ $current == -* ]]; then words='--language --limit --near -i --input --format --json --template --provider --server --user-agent --timeout --no-cache --help'; else words=''; fi
        ;;
    "locate format")
        if [[ $current == -* ]]; then words='-i --input --style --language --abbreviate --no-country --json --quiet --help'; else words=''; fi
        ;;
    "locate photos")
        if [[ $current == -* ]]; then words='--help'; else words='list geotag place tag strip undo watch thumbnail'; fi
        ;;
    "locate photos list")
        if [[ $current == -* ]]; then words='--group --filter --sort --near --place --json --quiet --files-from -0 --null --help'; else words=''; fi
        ;;
    "locate photos geotag")
        if [[ $current == -* ]]; then words='--track --salvage --offset --camera --time-zone --max-gap --max-extrapolation --policy --sidecar --dry-run --jobs --keep-time --json --quiet --files-from -0 --null --help'; else words=''; fi
        ;;
    "locate photos place")
        if [[ $current == -* ]]; then words='--at --like --language --policy --sidecar --dry-run --jobs --keep-time --json --quiet --files-from -0 --null --help'; else words=''; fi
        ;;
    "locate photos tag")
        if [[ $current == -* ]]; then words='--provider --language --policy --keywords --sidecar --dry-run --jobs --keep-time --json --quiet --files-from -0 --null --server --user-agent --timeout --no-cache --privacy --help'; else words=''; fi
        ;;
    "locate photos strip")
        if [[ $current == -* ]]; then words='--forget --dry-run --jobs --keep-time --json --quiet --files-from -0 --null --help'; else words=''; fi
        ;;
    "locate photos undo")
        if [[ $current == -* ]]; then words='--all --jobs --json --quiet --files-from -0 --null --help'; else words=''; fi
        ;;
    "locate photos watch")
        if [[ $current == -* ]]; then words='--tag --language --json --quiet --files-from -0 --null --help'; else words=''; fi
        ;;
    "locate photos thumbnail")
        if [[ $current == -* ]]; then words='-o --output --size --format --help'; else words=''; fi
        ;;
    "locate track")
        if [[ $current == -* ]]; then words='--help'; else words='record export info repair'; fi
        ;;
    "locate track record")
        if [[ $current == -* ]]; then words='--interval --distance --accuracy --duration --name --explain --gpsd --device --replay --speed --simulate --quiet --help'; else words=''; fi
        ;;
    "locate track export")
        if [[ $current == -* ]]; then words='--format -o --output --salvage --help'; else words=''; fi
        ;;
    "locate track info")
        if [[ $current == -* ]]; then words='--json --salvage --help'; else words=''; fi
        ;;
    "locate track repair")
        if [[ $current == -* ]]; then words='-o --output --help'; else words=''; fi
        ;;
    "locate data")
        if [[ $current == -* ]]; then words='--help'; else words='info build-world'; fi
        ;;
    "locate data info")
        if [[ $current == -* ]]; then words='--json --help'; else words=''; fi
        ;;
    "locate data build-world")
        if [[ $current == -* ]]; then words='--geonames -o --output --boundaries --hold-out --check-names --help'; else words=''; fi
        ;;
    "locate settings")
        if [[ $current == -* ]]; then words='--help'; else words='list get set reset'; fi
        ;;
    "locate settings list")
        if [[ $current == -* ]]; then words='--json --help'; else words=''; fi
        ;;
    "locate settings get")
        if [[ $current == -* ]]; then words='--help'; else words='timeout no-satellite-timeout accuracy max-age settle require gpsd device no-address language format quiet provider server user-agent no-cache privacy'; fi
        ;;
    "locate settings set")
        if [[ $current == -* ]]; then words='--help'; else words='timeout no-satellite-timeout accuracy max-age settle require gpsd device no-address language format quiet provider server user-agent no-cache privacy'; fi
        ;;
    "locate settings reset")
        if [[ $current == -* ]]; then words='--help'; else words='timeout no-satellite-timeout accuracy max-age settle require gpsd device no-address language format quiet provider server user-agent no-cache privacy'; fi
        ;;
    "locate help")
        if [[ $current == -* ]]; then words='--help'; else words='reverse search format photos track data settings help completions'; fi
        ;;
    "locate completions")
        if [[ $current == -* ]]; then words='--help'; else words='bash zsh fish'; fi
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -F _locate_locationkit locate
