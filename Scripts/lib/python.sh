# Sourced by the scripts that need packages of Python, after packages.sh: makes environments, which are kept between runs.
# shellcheck shell=bash
# The arrays are for the scripts that source this.
# shellcheck disable=SC2034

# What builds the wheel; later major versions may have other options and output.
# shellcheck disable=SC2154
wheel_tools=$root/.build/wheel/tools
wheel_packages=('build<2' 'hatchling>=1.27,<2' 'auditwheel<7')

# The status of python_environment where packages cannot be fetched.
offline_status=69

# Makes an environment with packages unless an earlier run made it with the same list: python_environment FOLDER PYTHON PACKAGE...
python_environment() {
    local folder=$1 python=$2 list
    shift 2
    list=$("$python" -c 'import sys; print(sys.executable, sys.version)' && printf '%s\n' "$@")
    [[ $(cat "$folder/packages.txt" 2>/dev/null) != "$list" ]] || return 0
    rm -rf "$folder"
    mkdir -p "${folder%/*}"
    "$python" -m venv "$folder" >&2 || fail "$python cannot make an environment; on Debian the package python3-venv is needed"
    local pip=("$folder/bin/pip" --quiet --disable-pip-version-check --no-input)
    # A small package tells within seconds whether any can be fetched: with its usual patience pip tries for minutes.
    if ! "${pip[@]}" --retries 1 --timeout 15 download --no-deps --dest "$folder/tried" iniconfig >"$folder/tried.log" 2>&1; then
        return "$offline_status"
    fi
    # What is imported is compiled then, a small part of all files.
    "${pip[@]}" install --no-compile "$@" >&2 || fail "pip could not install $* into $folder"
    printf '%s\n' "$list" >"$folder/packages.txt"
}
