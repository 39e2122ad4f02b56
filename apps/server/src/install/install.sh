#!/bin/sh
# Installs the Farport agent on this Linux device, registers it, and starts it.
#
# As root it goes to /usr/local and runs as a systemd service where there is systemd; as any other user it goes to
# ~/.local and needs no rights. Running it again upgrades. What can be set, in the environment of this script:
#
#   FARPORT_PREFIX       where the program goes, instead of /usr/local or ~/.local
#   FARPORT_STATE_DIR    where the device's key and registration go
#   FARPORT_FOREGROUND   1: runs the agent here, until Ctrl-C, instead of starting it in the background
#
# Everything is in functions, and the last line calls the first: a download that was cut does nothing.
set -eu

# @values: set by the server that hands this out.

main() {
  choose_places
  check_machine
  work=$(mktemp -d) || fail "No temporary folder can be made. Is the disk full?"
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  find_node
  fetch_checked "$server_url/install/agent.mjs" "$work/agent.mjs" "$agent_sha256"
  install_files
  stop_background_agent
  register
  if [ "$foreground" = 1 ]; then
    run_in_foreground
  fi
  if [ "$(id -u)" = 0 ] && [ -d /run/systemd/system ]; then
    start_system_service
  elif has_user_systemd; then
    start_user_service
  else
    start_in_background
  fi
}

say() {
  printf '%s\n' "$*"
}

fail() {
  printf 'Farport: %s\n' "$*" >&2
  exit 1
}

has() {
  command -v "$1" >/dev/null 2>&1
}

choose_places() {
  if [ "$(id -u)" = 0 ]; then
    prefix=${FARPORT_PREFIX:-/usr/local}
    state_dir=${FARPORT_STATE_DIR:-/var/lib/farport}
  else
    [ -n "${HOME:-}" ] || fail "HOME is not set, so there is no place to install to. Set FARPORT_PREFIX and FARPORT_STATE_DIR."
    prefix=${FARPORT_PREFIX:-$HOME/.local}
    state_dir=${FARPORT_STATE_DIR:-$HOME/.local/state/farport}
  fi
  lib_dir=$prefix/lib/farport
  program=$prefix/bin/farport-agent
  foreground=${FARPORT_FOREGROUND:-0}
  # The agent knows nothing of these two, and refuses settings that it does not know.
  unset FARPORT_PREFIX FARPORT_FOREGROUND
  log_file=$state_dir/agent.log
  pid_file=$state_dir/agent.pid
}

check_machine() {
  system=$(uname -s)
  [ "$system" = Linux ] || fail "This script is for Linux, and this is $system."
  case $(uname -m) in
    x86_64 | amd64) platform=linux-x64 ;;
    aarch64 | arm64) platform=linux-arm64 ;;
    *) platform=linux-$(uname -m) ;;
  esac
  has curl || has wget || fail "Neither curl nor wget is here. Install one of them and run this again."
  has sha256sum || fail "sha256sum is missing, so nothing can be checked. Install coreutils and run this again."
}

# A Node that is recent enough: the system's, the one of an earlier run, or the server's own.
find_node() {
  node=
  for candidate in node nodejs "$lib_dir/node"; do
    if node_is_recent "$candidate"; then
      node=$(command -v "$candidate")
      return
    fi
  done
  if [ "$platform" != "$node_platform" ]; then
    fail "Node.js 22 or later is needed, and the server has none for $platform. Install it from your distribution or https://nodejs.org, and run this again."
  fi
  say "Fetching Node.js from $server_url …"
  fetch_checked "$server_url/install/node/$platform" "$work/node" "$node_sha256"
  chmod 755 "$work/node"
  node_is_recent "$work/node" ||
    fail "The server's Node.js does not run on this system (another C library?). Install Node.js 22 or later, and run this again."
}

node_is_recent() {
  has "$1" || return 1
  "$1" -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 22 ? 0 : 1)' >/dev/null 2>&1
}

fetch_checked() {
  if has curl; then
    curl -fsSL --retry 3 --connect-timeout 20 -o "$2" "$1" || fail "$1 could not be fetched. Is the server reachable from here, and the disk not full?"
  else
    wget -q -T 20 -O "$2" "$1" || fail "$1 could not be fetched. Is the server reachable from here, and the disk not full?"
  fi
  found=$(sha256sum "$2" | cut -d ' ' -f 1)
  [ "$found" = "$3" ] || fail "$1 arrived damaged, or the server was upgraded meanwhile. Run the command again."
}

# Each file is renamed into its place, so that a running agent never meets half of one.
install_files() {
  mkdir -p "$lib_dir" "$prefix/bin" || fail "$prefix cannot be written. Run this as root, or set FARPORT_PREFIX to a folder of yours."
  mkdir -p "$state_dir" && chmod 700 "$state_dir" || fail "$state_dir cannot be written. Set FARPORT_STATE_DIR to a folder of yours."
  if [ -z "$node" ]; then
    place "$work/node" "$lib_dir/node" 755
    node=$lib_dir/node
  fi
  place "$work/agent.mjs" "$lib_dir/agent.mjs" 644
  {
    say '#!/bin/sh'
    say '# Runs the Farport agent of this device. Written by the install script.'
    say "FARPORT_SERVER_URL=\${FARPORT_SERVER_URL:-$(quote "$server_url")}"
    say "FARPORT_STATE_DIR=\${FARPORT_STATE_DIR:-$(quote "$state_dir")}"
    say 'export FARPORT_SERVER_URL FARPORT_STATE_DIR'
    say 'unset FARPORT_PREFIX FARPORT_FOREGROUND'
    say "exec $(quote "$node") $(quote "$lib_dir/agent.mjs") \"\$@\""
  } >"$work/farport-agent"
  place "$work/farport-agent" "$program" 755
}

place() {
  cp "$1" "$2.new" && chmod "$3" "$2.new" && mv -f "$2.new" "$2" || fail "$2 cannot be written. Is the disk full, or is it not yours?"
}

# In single quotes, as a shell reads it back.
quote() {
  printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"
}

register() {
  "$program" register "$code" || fail "The device was not registered. The line above says why."
}

run_in_foreground() {
  rm -rf "$work"
  trap - EXIT INT TERM
  exec "$program" run
}

# A service of the system, which restarts it and starts it with the machine.
start_system_service() {
  "$program" install-service || fail "The service was not installed. The line above says why."
  # It may have run before, as the older program.
  systemctl restart farport-agent.service || fail "The service does not start. Look at: journalctl -u farport-agent"
}

has_user_systemd() {
  [ "$(id -u)" != 0 ] && has systemctl && systemctl --user show-environment >/dev/null 2>&1
}

start_user_service() {
  units=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user
  mkdir -p "$units" && user_unit >"$units/farport-agent.service" || fail "$units cannot be written."
  systemctl --user daemon-reload
  systemctl --user enable --quiet farport-agent.service
  systemctl --user restart farport-agent.service || fail "The service does not start. Look at: journalctl --user -u farport-agent"
  say "The agent runs as your service farport-agent."
  say "So that it also runs while you are not logged in: sudo loginctl enable-linger $(id -un)"
}

user_unit() {
  cat <<UNIT
[Unit]
Description=Farport agent: makes this machine reachable through its relay

[Service]
ExecStart="$program" run
Environment="FARPORT_STATE_DIR=$state_dir"
Restart=always
RestartSec=2
RestartPreventExitStatus=2 3 4

[Install]
WantedBy=default.target
UNIT
}

start_in_background() {
  if has setsid; then
    setsid "$program" run >>"$log_file" 2>&1 </dev/null &
  else
    nohup "$program" run >>"$log_file" 2>&1 </dev/null &
  fi
  pid=$!
  say "$pid" >"$pid_file"
  sleep 1
  kill -0 "$pid" 2>/dev/null || fail "The agent ended at once. Its log: $log_file"
  say "The agent runs in the background, as process $pid. There is no systemd here: start it again after a reboot by: $program run"
  say "Its log: $log_file   To end it: kill $pid"
}

# The agent that an earlier run started in the background, if it is still that.
stop_background_agent() {
  [ -s "$pid_file" ] || return 0
  old=$(cat "$pid_file")
  case $old in
    *[!0-9]*) return 0 ;;
  esac
  tr '\0' ' ' 2>/dev/null <"/proc/$old/cmdline" | grep -q farport || return 0
  kill "$old" 2>/dev/null || return 0
  seconds=0
  while kill -0 "$old" 2>/dev/null; do
    seconds=$((seconds + 1))
    if [ "$seconds" -gt 15 ]; then
      kill -9 "$old" 2>/dev/null || true
      break
    fi
    sleep 1
  done
}

main "$@"
