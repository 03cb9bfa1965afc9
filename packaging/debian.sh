#!/bin/sh
# Builds two packages of this tree and looks at them: scrubjay_VERSION_amd64.deb for the Debian that it runs on, 12
# or later, and a .tar.zst that runs from whatever folder it is unpacked in.
#
#   packaging/debian.sh          into build/package; installs what building and checking needs
#
# Fails when lintian, appstreamcli or desktop-file-validate find an error.
set -eu
umask 022
cd "$(dirname "$0")/.."
./test.sh --setup-only dpkg-dev lintian appstream desktop-file-utils librsvg2-bin fakeroot

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
folder=build/package
rm -f "$folder"/*.deb "$folder"/*.tar.zst
# The one that brings its libraries along first: only the linking differs.
cmake --preset package -DSCRUBJAY_PORTABLE=ON
cmake --build --preset package
(cd "$folder" && cpack -G TZST)
cmake --preset package -DSCRUBJAY_PORTABLE=OFF
cmake --build --preset package
(cd "$folder" && cpack -G DEB)

# The project has no home page, of which newer versions warn, and newer versions of lintian after them.
told=$(appstreamcli validate --no-net "$folder/packaging/org.scrubjay.Scrubjay.metainfo.xml") || true
printf '%s\n' "$told"
! printf '%s\n' "$told" | grep '^[EW]: ' | grep -v ' url-homepage-missing$' || exit 1
desktop-file-validate packaging/linux/scrubjay.desktop
# The project has no address for letters, and the package is not uploaded to Debian: no bug that it closes.
suppressed=bogus-mail-host,bogus-mail-host-in-debian-changelog,initial-upload-closes-no-bugs
newer=appstream-metadata-validation-failed
! lintian-explain-tags "$newer" >/dev/null 2>&1 || suppressed=$suppressed,$newer
lintian --allow-root --fail-on error,warning --suppress-tags "$suppressed" "$folder"/*.deb
ls -l "$folder"/*.deb "$folder"/*.tar.zst
