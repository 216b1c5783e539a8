# Sourced by the commands beside it: finds a Python, then hands over to script/lib, which does the work.
find_python() {
    local name
    for name in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11; do
        [ -n "$name" ] || continue
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s' "$name"
            return
        fi
    done
    return 1
}

hand_over() {
    local here python
    here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
    if ! python=$(find_python); then
        echo "Python 3.11 or newer is needed. Type:  sudo apt-get install -y python3" >&2
        exit 1
    fi
    exec "$python" "$here/start.py" "$@"
}
