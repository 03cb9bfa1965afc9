#!/bin/bash
# Tries a package where nothing is: a fresh minimal Debian of this machine's release, without compilers.
# Installs it, asks what recordings are, draws a thumbnail, opens a window, removes it, looks for what was
# left behind, and opens windows under Wayland at 100 and 200 %.
#
#   packaging/try_debian.sh [PACKAGE.deb]      as root; the one in build/package
#
# Prints a line for each step; the pictures are in build/package/tried. Fails at the first wrong step.
set -euo pipefail
cd "$(dirname "$0")/.."
package=$(realpath "${1-$(ls build/package/*.deb)}")
tried=$PWD/build/package/tried
root=$(mktemp -d)
chmod 755 "$root"
cleanup() {
  umount "$root/proc" 2>/dev/null || true
  rm -rf "$root"
}
trap cleanup EXIT
command -v debootstrap >/dev/null ||
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends debootstrap

say() { printf 'ok: %s\n' "$*"; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "$@"; }
files() { inside find / -xdev \( -path /proc -o -path /tmp -o -path /var/log -o -path /var/cache -o -path /var/lib/apt \
  -o -path /var/lib/dpkg \) -prune -o -print | sort; }

# From where this machine takes its own packages.
. /etc/os-release
mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' | awk -v r="$VERSION_CODENAME" '$2 == r { print $1; exit }')
debootstrap --variant=minbase "$VERSION_CODENAME" "$root" "$mirror" >"$root.log" 2>&1 || { tail "$root.log"; exit 1; }
rm -f "$root.log"
mount -t proc proc "$root/proc"
! inside sh -c 'command -v cc || command -v g++' >/dev/null
say "a fresh $PRETTY_NAME without compilers, $(du -sm --one-file-system "$root" | cut -f1) MB"

# What a desktop has anyway, and what looks at it here.
inside apt-get update -qq
inside env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  shared-mime-info xdg-utils desktop-file-utils libfile-mimeinfo-perl libgl1-mesa-dri \
  fonts-inter fonts-jetbrains-mono xvfb xauth xdotool imagemagick man-db >/dev/null 2>&1
cp "$package" "$root/tmp/scrubjay.deb"
for file in assets/sample.log assets/sample.fbf assets/sample.xrec; do cp "$file" "$root/tmp/"; done
printf 'Jan  1 00:00:00 host kernel: a log like any other\n' >"$root/tmp/other.log"
files >"$root/tmp/before"
inside apt-get install -y -qq --no-install-recommends /tmp/scrubjay.deb >/dev/null 2>&1
say "installed: $(inside scrubjay --version), $(inside dpkg-query -W -f '${Installed-Size}' scrubjay) kB"

is_type() {
  local found
  found=$(inside xdg-mime query filetype "/tmp/$1")
  [ "$found" = "$2" ] || { echo "$1 is $found, not $2"; exit 1; }
  say "$1 is $found"
}
is_type sample.log application/x-carla-recording
is_type sample.fbf application/x-frame-by-frame-recording
is_type sample.xrec application/x-xrec
is_type other.log text/x-log
[ "$(inside xdg-mime query default application/x-carla-recording)" = scrubjay.desktop ]
say "a CARLA recording is opened by Scrubjay"
inside man -l /usr/share/man/man1/scrubjay.1.gz 2>/dev/null | grep -q 'replay viewer'
say "it has a manual page"

mkdir -p "$tried"
thumbnailer=$(sed -n 's/^Exec=//p' "$root/usr/share/thumbnailers/scrubjay.thumbnailer")
for recording in sample.log sample.fbf sample.xrec; do
  command=${thumbnailer//%i//tmp/$recording}
  command=${command//%o//tmp/$recording.png}
  # Words are split on purpose: a command with its arguments.
  # shellcheck disable=SC2086
  inside ${command//%s/256}
  cp "$root/tmp/$recording.png" "$tried/"
  say "a thumbnail of $recording: $(inside identify -format '%wx%h, %k colours' "/tmp/$recording.png")"
done

inside xvfb-run -a -s '-screen 0 1280x800x24' sh -c '
  scrubjay /tmp/sample.log --state-file /tmp/state.json & program=$!
  for try in $(seq 60); do [ -s /tmp/state.json ] && break; sleep 0.5; done
  sleep 3
  import -window root /tmp/window.png
  xdotool search --name Scrubjay windowfocus key ctrl+q
  wait $program'
cp "$root/tmp/window.png" "$tried/"
grep -q sample.log "$root/tmp/state.json"
say "a window with the sample, closed by Ctrl+Q"

inside apt-get purge -y -qq scrubjay >/dev/null 2>&1
inside apt-get autoremove -y -qq --purge >/dev/null 2>&1
rm -rf "$root/root/.cache" "$root/root/.config/scrubjay" "$root/root/.local/state/scrubjay" # the user's own
files >"$root/tmp/after"
left=$(comm -13 "$root/tmp/before" "$root/tmp/after" | grep -i scrubjay || true)
[ -z "$left" ] || { printf 'left behind:\n%s\n' "$left"; exit 1; }
say "removed, and nothing of it is left"

# The same program under Wayland: Debian 12 has a GLFW of its own for that, which takes the place of the one that packages
# depend on. So this one is unpacked, beside what else it depends on. Weston shows its screen on the X server,
# which has hands. The whole screen is the window then, so that a place in it is one on the screen.
# Words are split on purpose: names of packages.
# shellcheck disable=SC2046
inside env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends weston libglfw3-wayland \
  $(dpkg-deb -f "$package" Depends | tr , '\n' | sed 's/[(|].*//; /libglfw3/d') >/dev/null 2>&1
inside dpkg -x /tmp/scrubjay.deb /tmp/unpacked
for scale in 1 2; do
  inside xvfb-run -a -s '-screen 0 2600x1700x24' bash -euc '
    scale=$1 state=/tmp/state.json
    shows() {
      for try in $(seq 120); do ! grep -qE -- "$1" "$state" 2>/dev/null || return 0; sleep 0.25; done
      echo "waited in vain for $2" >&2
      exit 1
    }
    rm -f "$state"
    export XDG_RUNTIME_DIR=$(mktemp -d)
    weston --backend=x11-backend.so --use-pixman --width=1280 --height=800 --scale=$scale --idle-time=0 \
      --socket=wayland-9 >/tmp/weston.log 2>&1 & weston=$!
    for try in $(seq 50); do [ ! -S "$XDG_RUNTIME_DIR/wayland-9" ] || break; sleep 0.2; done
    env -u DISPLAY WAYLAND_DISPLAY=wayland-9 /tmp/unpacked/usr/bin/scrubjay /tmp/sample.log --time 12 --state-file "$state" & program=$!
    shows "\"index\": \"done\"" "the sample to be read"
    shows "\"scale\": $scale,$" "the scale of the screen"
    shows "\"busy\": false" "the window to come to rest"
    xdotool mousemove $((640 * scale)) $((300 * scale))
    sleep 1
    xdotool key Home
    shows "frame 0/599" "Home to go to the first frame"
    xdotool key F11
    shows "\"timeline\": .0, [0-9]+, $((1280 * scale)), " "the window to fill the screen"
    shows "\"busy\": false" "the window to come to rest"
    # Weston takes the way that the mouse goes, not its place.
    numbers() { sed -n "s/.*\"$1\": \[\(.*\)\].*/\1/p" "$state" | tr -d ,; }
    xdotool mousemove 1 1 sleep 0.5 mousemove 5 5
    shows "\"mouse\": .[1-9]" "the mouse to be seen"
    sleep 1
    mouse=($(numbers mouse)) place=($(numbers timeline.forward))
    place=($((place[0] + place[2] / 2)) $((place[1] + place[3] / 2)))
    xdotool mousemove_relative -- $((place[0] - mouse[0])) $((place[1] - mouse[1]))
    shows "\"mouse\": .${place[0]}, ${place[1]}\]" "the mouse to be where the place is"
    xdotool click 1
    shows "frame 1/599" "a click to step"
    sleep 1
    import -window root -crop $((1280 * scale))x$((800 * scale))+0+0 +repage /tmp/wayland.png
    xdotool key ctrl+q
    wait $program
    kill $weston' _ "$scale"
  cp "$root/tmp/wayland.png" "$tried/wayland_${scale}00.png"
  say "Wayland at ${scale}00 %: keys, the whole screen, the mouse, closed by Ctrl+Q"
done
