#!/bin/sh
# Makes the password files of docker-compose.yml that are missing: `sh deploy/secrets.sh [directory]`, by default `secrets` in the
# root of the checkout. Existing files are not changed.
set -eu
directory=${1:-"$(dirname "$0")/../secrets"}
mkdir -p "$directory"
# Only the owner enters the directory; the files themselves are mounted into containers that run as other users.
chmod 700 "$directory"
for name in owner gateway exceptions spans logs hits replays metrics api sourcemaps alerts redis; do
  file="$directory/${name}_password"
  if [ ! -s "$file" ]; then
    od -An -N24 -tx1 /dev/urandom | tr -d ' \n' > "$file"
    echo "made $file"
  fi
  chmod 444 "$file"
done
