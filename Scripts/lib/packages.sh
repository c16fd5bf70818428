# Sourced by the scripts: finds the checkout, installs missing system packages, says what it does on standard error.
# shellcheck shell=bash
# The arrays are for the scripts that source this.
# shellcheck disable=SC2034

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# Packages by the file that shows they are there, in whatever folder the architecture has: a look at a file takes microseconds, dpkg-query tens of milliseconds.
build_packages=(
    libexpat1-dev:/usr/include/expat.h zlib1g-dev:/usr/include/zlib.h libgps-dev:/usr/include/gps.h libsystemd-dev:/usr/include/systemd/sd-bus.h
    libcurl4-openssl-dev:/usr/include/*/curl/curl.h libosmium2-dev:/usr/include/osmium/version.hpp
    libprotozero-dev:/usr/include/protozero/version.hpp libbz2-dev:/usr/include/bzlib.h liblz4-dev:/usr/include/lz4.h
    libjs-leaflet:/usr/share/javascript/leaflet/leaflet.min.js)
# The libraries are opened when they are first used; InstalledLibrariesTests holds this list against every dlopen.
run_packages=(gpsd:/usr/sbin/gpsd libcurl4:/usr/lib/*/libcurl.so.4 libsqlite3-0:/usr/lib/*/libsqlite3.so.0
    libturbojpeg0:/usr/lib/*/libturbojpeg.so.0 libpng16-16:/usr/lib/*/libpng16.so.16 libwebp7:/usr/lib/*/libwebp.so.7
    libheif1:/usr/lib/*/libheif.so.1 libtiff6:/usr/lib/*/libtiff.so.6 libgif7:/usr/lib/*/libgif.so.7
    librsvg2-2:/usr/lib/*/librsvg-2.so.2)
# What some may want: frames of videos, with 70 packages of 48 MB on Debian 12. Not installed unasked, and found when it is there.
optional_packages=(ffmpegthumbnailer:/usr/bin/ffmpegthumbnailer)
# A browser of 224 MB that opens map pages: Scripts/benchmark installs it.
browser_packages=(chromium-headless-shell:/usr/bin/chromium-headless-shell
    libjs-leaflet.markercluster:/usr/share/javascript/leaflet/leaflet.markercluster.min.js)
test_packages=(gpsd-clients:/usr/bin/gpspipe dbus-daemon:/usr/bin/dbus-daemon python3:/usr/bin/python3
    openssl:/usr/bin/openssl nginx-light:/usr/sbin/nginx libxml2-utils:/usr/bin/xmllint gpsbabel:/usr/bin/gpsbabel
    libimage-exiftool-perl:/usr/bin/exiftool python3-jsonschema:/usr/lib/python3/dist-packages/jsonschema
    osmium-tool:/usr/bin/osmium python3-gpxpy:/usr/lib/python3/dist-packages/gpxpy libheif-examples:/usr/bin/heif-convert
    gpscorrelate:/usr/bin/gpscorrelate tzdata:/usr/share/zoneinfo/Asia/Tokyo sqlite3:/usr/bin/sqlite3)
# 130 packages of 400 MB that further tests need: COMPLETE_TESTS=1 installs them, as in CI, and otherwise these tests are skipped.
# Either browser will do.
large_test_packages=(chromium-headless-shell:/usr/bin/chromium*
    libjs-leaflet.markercluster:/usr/share/javascript/leaflet/leaflet.markercluster.min.js ffmpeg:/usr/bin/ffmpeg)
[[ ${COMPLETE_TESTS-} != 1 ]] || test_packages+=("${large_test_packages[@]}")

# How swift build makes what people run: with Swift's runtime inside. The command and the C library have the same flags, so that
# what both contain is compiled once: --static-swift-stdlib does nothing for dynamic libraries (swiftlang/swift-package-manager#8198),
# and lld is the only linker here that leaves no local names in the table of exported ones. Nobody links with a program, whose own
# table of exported names takes a megabyte.
release_flags=(-c release --static-swift-stdlib -Xswiftc -static-stdlib -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic)

# Installs what is missing of "package:file" arguments.
install_missing() {
    local entry missing=()
    for entry in "$@"; do
        compgen -G "${entry#*:}" >/dev/null || missing+=("${entry%%:*}")
    done
    ((${#missing[@]} == 0)) && return
    command -v apt-get >/dev/null || fail "missing: ${missing[*]} (names of Debian packages); install them and try again"
    local as_root=()
    if ((EUID != 0)); then
        command -v sudo >/dev/null || fail "missing: ${missing[*]}; run as root: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    # Some packages enable and start servers, which would bind ports (2947, 80) of a machine whose owner only wanted to try a
    # program. A server that is there already is the owner's and stays as it is.
    local package units=() entry
    for package in "${missing[@]}"; do
        if [[ -n ${server_units[$package]-} ]] && ! has_package "$package"; then
            read -ra entry <<<"${server_units[$package]}"
            units+=("${entry[@]}")
        fi
    done
    ((${#units[@]} == 0)) || mask_units "${units[@]}"
    local status=0
    apt_install "${missing[@]}" || status=$?
    ((${#units[@]} == 0)) || release_units
    ((status == 0)) || fail "apt-get could not install ${missing[*]}"
}

# Installs packages; the lists are fetched only where they are too old or absent. Uses as_root of the caller.
apt_install() {
    local command=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "$@")
    "${command[@]}" >&2 </dev/null && return
    say "fetching the lists of packages"
    "${as_root[@]}" apt-get -qq update >&2 </dev/null
    "${command[@]}" >&2 </dev/null
}

has_package() { [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

# The units that a package starts while it is set up.
declare -A server_units=([gpsd]='gpsd.socket gpsd.service' [nginx-light]='nginx.service')
masked_units=()

# Keeps units from being started while their package is set up: a mask that deb-systemd-helper did not make is respected
# by deb-systemd-invoke, also where systemd does not run. Uses as_root of the caller.
mask_units() {
    local unit folder=${SYSTEMD_FOLDER:-/etc/systemd/system}
    masked_units=()
    "${as_root[@]}" mkdir -p "$folder"
    # An interrupted run must not leave the masks behind; as_root is gone by then.
    # shellcheck disable=SC2064
    trap "as_root=(${as_root[*]}); release_units" EXIT
    for unit in "$@"; do
        if [[ ! -e $folder/$unit && ! -L $folder/$unit ]]; then
            "${as_root[@]}" ln -s /dev/null "$folder/$unit"
            masked_units+=("$unit")
        fi
    done
}

# Takes the masks away and disables what the packages enabled.
release_units() {
    local unit folder=${SYSTEMD_FOLDER:-/etc/systemd/system}
    for unit in "${masked_units[@]}"; do
        [[ $(readlink "$folder/$unit") != /dev/null ]] || "${as_root[@]}" rm -f "$folder/$unit"
        "${as_root[@]}" rm -f "$folder"/*.target.wants/"$unit"
    done
    masked_units=()
    trap - EXIT
    [[ ! -d /run/systemd/system ]] || "${as_root[@]}" systemctl daemon-reload >&2 || true
}

# The version of all products; Python's copy is compared with it when the wheel is built.
# shellcheck disable=SC2154
tool_version() { sed -n 's/^ *package static let current = "\(.*\)"$/\1/p' "$root/Sources/Programs/CommandLine/ToolVersion.swift"; }

# Says how to get Swift where it is missing.
need_swift() {
    command -v swift >/dev/null || fail "Swift 6.2 or newer is missing; https://www.swift.org/install/linux tells how to get it"
}

# Sets once to the flags of debug builds with BUILD_ONCE=1, and to none without: each module is compiled as a whole and without debug
# information, which takes a quarter less where nothing is built yet, and more once a line has changed. All that builds after
# another has to use them, or everything is compiled again.
once_flags() {
    once=()
    [[ ${BUILD_ONCE-} != 1 ]] ||
        once=(-debug-info-format none -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -Onone)
}

# Builds the tests, all of the package with them unless LOCATIONKIT_PART names a part.
#
# Arguments go to swift build.
# shellcheck disable=SC2120
build_tests() {
    local begin=$SECONDS product=()
    [[ -z ${LOCATIONKIT_PART-} ]] || product=(--product LocationKitPackageTests)
    ((${#product[@]})) || product=(--build-tests)
    once_flags
    swift build "${product[@]}" "${once[@]}" "$@" 2>&1 | sift_build_output || fail "the build failed, see above"
    say "built in $((SECONDS - begin)) s"
}

# Shows one compilation line at a time, and none without a terminal.
sift_build_output() {
    local line
    while IFS= read -r line; do
        case $line in
        # What swift build itself asks for does not go with whole modules, and is said for each of them.
        "warning: ignoring '-enable-batch-mode'"* | 'remark: Incremental compilation has been disabled'*) ;;
        # Of the address sanitizer's checks, which every object file has for itself.
        *"warning: Cannot export local symbol '__asan_"*) ;;
        '['*/*']'*) [[ ! -t 2 ]] || printf '\r\e[K%s' "${line:0:100}" >&2 ;;
        *) [[ ! -t 2 ]] || printf '\r\e[K' >&2 && printf '%s\n' "$line" >&2 ;;
        esac
    done
}

# Adds to test_options what keeps tests from starving each other: all at once they wait minutes for their turn on two
# processors, and those that watch the clock fail. Swift 6.3 has the option.
test_options=()
bound_parallel_tests() {
    local option=--experimental-maximum-parallelization-width
    ! grep -q -e "$option" <<<"$(swift test --help-hidden 2>&1)" || test_options=("$option" "$1")
}

# Runs groups of tests, with "--" between them, and reports the results. With COMPLETE_TESTS=1 a test that is skipped because a
# package is not installed is a failure.
# shellcheck disable=SC2154
run_tests() {
    local complete=()
    [[ ${COMPLETE_TESTS-} != 1 ]] || complete=(--complete)
    # Builds with a sanitizer have another folder.
    mkdir -p "$root/.build"
    python3 "$root/Scripts/lib/run-tests.py" --log "$root/.build/tests.log" "${complete[@]}" "$@"
}
