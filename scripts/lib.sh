# Shared by the scripts of this folder: stages, versions, and the tools that are installed under .tools/.
# shellcheck shell=bash

set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
TOOLS=$ROOT/.tools
TRUNK_VERSION=0.21.14
BINARYEN_VERSION=132
WASM_TARGET=wasm32-unknown-unknown
# The oldest wasm-opt that knows the features rustc uses.
WASM_OPT_OLDEST=120
OLDEST_PYTHON=3.11

export PATH="$TOOLS/bin:$TOOLS/npm/node_modules/.bin:$PATH"
cd "$ROOT"

say() {
  printf '%s\n' "$*"
}

die() {
  STAGE=
  printf '\n%s: %s\n' "scripts/$(basename "$0")" "$*" >&2
  exit 1
}

has() {
  command -v "$1" >/dev/null 2>&1
}

# stage NAME HINT COMMAND...: says what starts and how long it took; when it fails, what to do.
stage() {
  local start=$SECONDS
  STAGE=$1
  STAGE_HINT=$2
  shift 2
  say "==> $STAGE"
  "$@"
  say "    $STAGE: $((SECONDS - start)) s"
  STAGE=
}

STAGE=
STAGE_HINT=

# Runs at each end of a script; an interruption needs no explanation.
explain_failure() {
  local status=$?
  if [[ -n $STAGE && $status != 0 && $status != 130 && $status != 143 ]]; then
    printf '\n%s: the stage "%s" failed. %s\n' "scripts/$(basename "$0")" "$STAGE" "$STAGE_HINT" >&2
  fi
}
trap explain_failure EXIT
# What a stage started ends with the script.
trap 'trap - TERM; kill -TERM 0' TERM

# The version of a crate in Cargo.lock.
locked_version() {
  awk -v name="\"$1\"" '$1 == "name" && $3 == name { found = 1; next }
    found && $1 == "version" { gsub(/"/, "", $3); print $3; exit }' Cargo.lock
}

# The version a program reports about itself, or nothing.
version_of() {
  if has "$1"; then
    "$1" --version 2>/dev/null | grep -Eo '[0-9]+(\.[0-9]+)*' | head -n 1 || true
  fi
}

# as_root COMMAND...: runs it as root, or fails when there is no way to.
as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  elif has sudo; then
    sudo "$@"
  else
    return 1
  fi
}

# apt_install HINT PACKAGE...: installs Debian packages, or dies with the hint.
apt_install() {
  local hint=$1
  shift
  has apt-get || die "$hint"
  say "    installing the system packages: $*"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >/dev/null || die "$hint"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null ||
    die "$hint"
}

ensure_rust() {
  has cargo || die "cargo is missing. Install Rust through rustup, see https://rustup.rs"
  has cc || apt_install "A C compiler and linker (cc) is missing: install gcc or clang." gcc libc6-dev
}

ensure_wasm_target() {
  local sysroot
  sysroot=$(rustc --print sysroot)
  [[ -d $sysroot/lib/rustlib/$WASM_TARGET ]] && return
  has rustup || die "The Rust target $WASM_TARGET is missing, and so is rustup, which would add it."
  rustup target add "$WASM_TARGET"
}

# cargo_tool CRATE VERSION LEVEL ARGS...: builds a tool into .tools/bin, quickly rather than well.
cargo_tool() {
  local crate=$1 version=$2 level=$3
  shift 3
  CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=$level \
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=64 CARGO_PROFILE_RELEASE_DEBUG=0 \
    CARGO_TARGET_DIR=$TOOLS/target cargo install --quiet "$crate" --version "$version" --root "$TOOLS" "$@"
}

ensure_trunk() {
  [[ $(version_of trunk) == "$TRUNK_VERSION" ]] && return
  say "    building trunk $TRUNK_VERSION: once, some minutes"
  # Without its default features: it need not reach the network.
  cargo_tool trunk "$TRUNK_VERSION" 0 --locked --no-default-features
}

ensure_wasm_bindgen() {
  local version
  version=$(locked_version wasm-bindgen)
  [[ $(version_of wasm-bindgen) == "$version" && $(version_of wasm-bindgen-test-runner) == "$version" ]] && return
  say "    building wasm-bindgen-cli $version: once, some minutes"
  # Without --locked: the list of versions that comes with it cannot be had any more.
  cargo_tool wasm-bindgen-cli "$version" 1 --force
}

wasm_opt_usable() {
  local version
  version=$(version_of wasm-opt)
  [[ -n $version && $version -ge $WASM_OPT_OLDEST ]]
}

# An optimiser makes the page smaller; it works without.
ensure_wasm_opt() {
  wasm_opt_usable && return
  if has npm; then
    npm install --prefix "$TOOLS/npm" --no-save --no-audit --no-fund --loglevel=error \
      "binaryen@$BINARYEN_VERSION.0.0" >/dev/null || true
  fi
  wasm_opt_usable || say "    no wasm-opt (Binaryen $WASM_OPT_OLDEST or later), and no Node.js to fetch it: the page will be about 2 % larger"
}

# join_styles FILE...: style sheets as one, without what only their authors read: comments, which stand on
# lines of their own, and indentation.
join_styles() {
  cat "$@" | awk '
    { sub(/^[ \t]+/, "") }
    /^\/\*/ { in_comment = 1 }
    !in_comment && length
    in_comment && /\*\// { in_comment = 0 }'
}

# What makes the page's code small, with any standard library: no inlining, and SHA-256 as a loop.
PAGE_RUSTFLAGS=(
  -Cllvm-args=-inline-threshold=0
  '--cfg=sha2_backend_soft="compact"'
)

# The page brings a standard library of its own, compiled for size together with the rest. A panic in it
# is a trap, without the code that would put a message together, and the panel of src/ui/boot.js says
# so. What a panic would say is found by the command line: the same recipe gives the same run there.
# These are features of rustc and cargo that may change, so they are used only where they work.
# Debug writes nothing there: it is for tests, and none of what the page shows may use it.
OWN_STD_RUSTFLAGS=(
  -Zlocation-detail=none
  -Zfmt-debug=none
)
OWN_STD_ENVIRONMENT=(
  RUSTC_BOOTSTRAP=1
  CARGO_UNSTABLE_BUILD_STD=std,panic_abort
  CARGO_UNSTABLE_BUILD_STD_FEATURES=optimize_for_size
  CARGO_UNSTABLE_PANIC_IMMEDIATE_ABORT=true
  CARGO_PROFILE_PAGE_PANIC=immediate-abort
)

# Whether the source of the standard library is there, and rustc knows what is asked of it.
own_std_usable() {
  [[ -d $(rustc --print sysroot)/lib/rustlib/src/rust/library/std ]] &&
    RUSTC_BOOTSTRAP=1 rustc "${OWN_STD_RUSTFLAGS[@]}" -Zunstable-options -Cpanic=immediate-abort \
      --target "$WASM_TARGET" --print cfg >/dev/null 2>&1
}

# Fetches the source of the standard library and its crates, or fails when they cannot be had.
ensure_own_std() {
  if ! own_std_usable && has rustup; then
    rustup component add rust-src || true
  fi
  # It has crates that the other targets do not need, so the target must be named.
  own_std_usable &&
    env "${OWN_STD_ENVIRONMENT[@]}" cargo fetch --locked --quiet --target "$WASM_TARGET"
}

# Everything scripts/build runs. Both tools share a target folder, which is not needed afterwards.
ensure_build_tools() {
  ensure_rust
  ensure_wasm_target
  ensure_trunk
  ensure_wasm_bindgen
  rm -rf "$TOOLS/target"
  ensure_wasm_opt
}

# Trunk builds without the network, so what Cargo.lock names must be there before.
fetch_crates() {
  cargo fetch --locked --quiet
}

ensure_browser() {
  CHROME=${CHROME:-$(first_of chromium chromium-browser google-chrome google-chrome-stable)}
  CHROMEDRIVER=${CHROMEDRIVER:-$(first_of chromedriver)}
  if [[ -z $CHROME || -z $CHROMEDRIVER ]]; then
    apt_install "$BROWSER_HINT" chromium chromium-driver
    CHROME=$(first_of chromium)
    CHROMEDRIVER=$(first_of chromedriver)
  fi
  export CHROME CHROMEDRIVER
}

# The path of the first of these programs that is there, or nothing.
first_of() {
  local name
  for name; do
    if has "$name"; then
      command -v "$name"
      return
    fi
  done
}

python_usable() {
  has python3 && python3 -c "
import sys, ensurepip, venv
sys.exit(sys.version_info < tuple(map(int, '$OLDEST_PYTHON'.split('.'))))" 2>/dev/null
}

ensure_python() {
  local venv=$TOOLS/venv wanted=tests/requirements.txt axe=tests/axe.txt
  if [[ -x $venv/bin/pytest ]] && "$venv/bin/python" -c '' && cmp -s <(cat "$wanted" "$axe") "$venv/requirements.txt"; then
    return
  fi
  python_usable || apt_install "$PYTHON_HINT" python3 python3-venv
  python_usable || die "$PYTHON_HINT"
  say "    installing the Python packages of $wanted"
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --requirement "$wanted"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --require-hashes --requirement "$axe"
  cat "$wanted" "$axe" >"$venv/requirements.txt"
}

# shellcheck disable=SC2034
TOOLS_HINT="See the message above. The tools are kept in .tools/: remove that folder to start afresh."
# shellcheck disable=SC2034
CRATES_HINT="The crates that Cargo.lock names must be reachable, or in cargo's cache."
BROWSER_HINT="Chromium and ChromeDriver of the same version must be on PATH, or be named by CHROME and CHROMEDRIVER."
PYTHON_HINT="Python $OLDEST_PYTHON or later with its venv module must be on PATH as python3."
