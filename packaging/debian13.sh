#!/bin/bash
# Builds this tree on Debian 13, in a folder of its own, runs its tests there and makes its packages.
#
#   packaging/debian13.sh [COMMAND...]      as root; without a command ./test.sh and packaging/debian.sh
#
# Packages and pictures are in build/debian13; the system beside it, in build/debian13-root, is kept for the next run.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD/build/debian13-root
out=$PWD/build/debian13
cleanup() { umount "$root/dev/shm" "$root/dev/pts" "$root/proc" 2>/dev/null || true; }
trap cleanup EXIT
cleanup
command -v debootstrap >/dev/null ||
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends debootstrap

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "$@"; }

# From where this machine takes its own packages.
. /etc/os-release
mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' | awk -v r="$VERSION_CODENAME" '$2 == r { print $1; exit }')
if [ ! -e "$root/ready" ]; then
  rm -rf "$root"
  mkdir -p "$root"
  debootstrap --variant=minbase trixie "$root" "$mirror"
  touch "$root/ready"
fi
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/pts" "$root/dev/shm"
mount -t devpts devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
inside apt-get update -qq
inside env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends git python3 >/dev/null

# The tree as it is here, without what was built; what was built there stays.
mkdir -p "$root/scrubjay"
find "$root/scrubjay" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
git ls-files -z --cached --others --exclude-standard | xargs -0 sh -c 'for f; do [ ! -e "$f" ] || printf "%s\0" "$f"; done' _ |
  tar -c --null -T - | tar -x -C "$root/scrubjay"
cp -a .git "$root/scrubjay/"
inside git config --global --replace-all safe.directory /scrubjay

mkdir -p "$out"
if [ $# -gt 0 ]; then
  inside sh -c 'cd /scrubjay && exec "$@"' _ "$@"
  exit
fi
inside sh -c 'cd /scrubjay && ./test.sh && packaging/debian.sh'
cp "$root"/scrubjay/build/package/*.deb "$root"/scrubjay/build/package/*.tar.zst "$out"
ls -l "$out"
