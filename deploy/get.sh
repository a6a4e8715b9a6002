#!/bin/sh
# Installs Slipway on this machine with Docker, or upgrades it. Read it first; it changes nothing outside of its folder.
#
#   sh get.sh --demo --build CLONE                      try it: simulated platforms, on 127.0.0.1
#   sh get.sh --domain ads.example.com --build CLONE    with TLS; DNS must lead here, ports 80 and 443 must be open
#   sh get.sh --upgrade 0.3.0                           another version of an installation
#
#   --dir FOLDER      where it goes; default: slipway
#   --build CLONE     build the image from a clone of the repository; an upgrade remembers which
#   --image NAME      take a published image instead; the version is its tag
#   --version X.Y.Z   version of the image; default: the one below
#   --port N          port on 127.0.0.1; default: 4000
#   --no-start        only write the files
set -eu
umask 077

VERSION=0.2.0
FOLDER=slipway
DOMAIN=
IMAGE=
CLONE=
PORT=4000
MODE=
START=yes

say() { printf '%s\n' "$*"; }
fail() {
  printf 'get.sh: %s\n' "$1" >&2
  shift
  for line in "$@"; do printf '        %s\n' "$line" >&2; done
  exit 1
}
usage() { sed -n '2,14p' "$0" | sed 's/^# \{0,1\}//'; }

while [ $# -gt 0 ]; do
  case $1 in
    --demo | --no-start | --help) ;;
    --dir | --domain | --build | --image | --version | --port | --upgrade)
      [ $# -ge 2 ] || fail "$1 needs a value." "sh get.sh --help lists the flags." ;;
    *) fail "There is no flag $1." "sh get.sh --help lists the flags." ;;
  esac
  case $1 in
    --demo) MODE=demo ;;
    --no-start) START=no ;;
    --help) usage; exit 0 ;;
    --dir) FOLDER=$2; shift ;;
    --domain) MODE=domain; DOMAIN=$2; shift ;;
    --build) CLONE=$2; shift ;;
    --image) IMAGE=$2; shift ;;
    --version) VERSION=$2; shift ;;
    --port) PORT=$2; shift ;;
    --upgrade) MODE=upgrade; VERSION=$2; shift ;;
  esac
  shift
done

case $VERSION in
  *[!0-9.]* | '' | .* | *. | *..*) fail "$VERSION is not a version." "Give an exact one, such as 0.2.0. A tag that moves would upgrade whenever a container is made again." ;;
esac
case $PORT in *[!0-9]* | '') fail "$PORT is not a port." ;; esac
case $DOMAIN in
  '') ;;
  *[!a-zA-Z0-9.-]* | .* | -* | *.) fail "$DOMAIN is not a domain name." "Give it without https:// and without a path." ;;
  *.*) ;;
  *) fail "$DOMAIN is not a public domain name." ;;
esac

needs_docker() {
  command -v docker > /dev/null 2>&1 || fail 'Docker is not installed.' 'See https://docs.docker.com/engine/install'
  docker compose version > /dev/null 2>&1 || fail 'Docker has no compose.' 'Install the package docker-compose-plugin.'
  docker info > /dev/null 2>&1 || fail 'Docker does not answer.' 'Start it, or run this as a user who may use it: sudo systemctl start docker'
}
started() {
  docker compose up -d --wait --wait-timeout 180 ||
    fail 'The service did not become healthy.' "Its log: cd $PWD && docker compose logs slipway"
}

if [ "$MODE" = upgrade ]; then
  [ -f "$FOLDER/.env" ] || [ ! -f .env ] || FOLDER=.
  for file in .env compose.yaml; do
    [ -f "$FOLDER/$file" ] || fail "There is no installation in $FOLDER: $file is missing." 'Name its folder with --dir.'
  done
  needs_docker
  cd "$FOLDER"
  CLONE=${CLONE:-$(sed -n 's/^CLONE=//p' .env)}
  # The image is here before the installation asks for it: if this fails, everything is as it was.
  if [ -n "$CLONE" ]; then
    [ -f "$CLONE/build/Dockerfile" ] ||
      fail "$CLONE is not a clone of the repository: it has no build/Dockerfile." 'Name the clone with --build; check out the version in it first.'
    found=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$CLONE/package.json")
    [ "$found" = "$VERSION" ] || fail "The clone $CLONE has version $found, not $VERSION." "Check it out first: git -C $CLONE checkout v$VERSION"
    docker build --file "$CLONE/build/Dockerfile" --tag "$(sed -n 's/^IMAGE=//p' .env):$VERSION" "$CLONE"
  else
    VERSION=$VERSION docker compose pull
  fi
  sed "s/^VERSION=.*/VERSION=$VERSION/" .env > .env.new
  mv .env.new .env
  started
  say "Slipway $VERSION runs. Look it over: docker compose exec slipway slipway doctor --data /data"
  exit 0
fi

[ -n "$MODE" ] || fail 'What for?' '--demo tries it on this machine.' '--domain ads.example.com installs it with TLS.'
[ -n "$CLONE$IMAGE" ] || fail 'Which image?' 'None is published yet: give --build CLONE, a clone of the repository.'
[ -z "$CLONE" ] || [ -f "$CLONE/build/Dockerfile" ] || fail "$CLONE is not a clone of the repository: it has no build/Dockerfile."
if [ -e "$FOLDER" ] && [ -n "$(ls -A "$FOLDER")" ]; then
  fail "$FOLDER is not empty; nothing was changed." 'Name another folder with --dir, or give --upgrade VERSION.'
fi
[ "$START" = no ] || needs_docker
IMAGE=${IMAGE:-slipway}

random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

mkdir -p "$FOLDER"
CLONE=${CLONE:+$(cd "$CLONE" && pwd)}
# It upgrades the installation later, from its folder.
cat "$0" > "$FOLDER/get.sh"
cd "$FOLDER"
cat > .env << END
# Of compose.
IMAGE=$IMAGE
VERSION=$VERSION
CLONE=$CLONE
LISTEN_PORT=$PORT
DOMAIN=$DOMAIN
COMPOSE_PROFILES=$([ "$MODE" = demo ] || printf tls)
POSTGRES_PASSWORD=$(random)
# Of the service. The secret decrypts stored credentials: keep a copy in another place.
SLIPWAY_SECRET=$(random)
SLIPWAY_PLATFORMS=sandbox
SLIPWAY_PUBLIC_URL=$([ "$MODE" = demo ] && printf 'http://127.0.0.1:%s' "$PORT" || printf 'https://%s' "$DOMAIN")
SLIPWAY_TRUSTED_PROXIES=$([ "$MODE" = demo ] || printf '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16')
SLIPWAY_METRICS_TOKEN=$(random)
END
cat > compose.yaml << 'END'
# Slipway on one machine. Settings are in .env beside this file: https://docs.docker.com/compose gives the commands,
# /docs/reference/settings of the running service every SLIPWAY_ variable.
#   COMPOSE_PROFILES=tls        a proxy with certificates for DOMAIN
#   COMPOSE_PROFILES=postgres   a Postgres, for SLIPWAY_DATABASE=postgres://slipway:PASSWORD@postgres:5432/slipway
name: slipway
services:
  slipway:
    image: ${IMAGE:?}:${VERSION:?}
    env_file: .env
    ports: ["127.0.0.1:${LISTEN_PORT:-4000}:4000"]
    volumes: ["data:/data"]
    read_only: true
    tmpfs: [/tmp]
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    depends_on:
      postgres: { condition: service_healthy, required: false }
    restart: unless-stopped
    stop_grace_period: 40s
  caddy:
    profiles: [tls]
    image: caddy:2-alpine
    command: caddy reverse-proxy --from ${DOMAIN:-localhost} --to slipway:4000
    ports: ["80:80", "443:443", "443:443/udp"]
    # Certificates. Without the volume each restart asks for new ones and meets rate limits.
    volumes: ["caddy:/data"]
    restart: unless-stopped
  postgres:
    profiles: [postgres]
    image: postgres:18
    environment:
      POSTGRES_USER: slipway
      POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:-}
    volumes: ["postgres:/var/lib/postgresql"]
    healthcheck:
      test: ["CMD-SHELL", "pg_isready --username slipway"]
      interval: 5s
      retries: 20
    restart: unless-stopped
volumes:
  data:
  caddy:
  postgres:
END

ADDRESS=$(sed -n 's/^SLIPWAY_PUBLIC_URL=//p' .env)
say "Files: $PWD"
if [ "$START" = yes ]; then
  [ -z "$CLONE" ] || docker build --file "$CLONE/build/Dockerfile" --tag "$IMAGE:$VERSION" "$CLONE"
  started
  say "Slipway runs at $ADDRESS"
  docker compose logs slipway 2> /dev/null | sed -n 's/.*\(Your admin key.*\)/\1/p'
else
  [ -z "$CLONE" ] || say "Build it: docker build --file $CLONE/build/Dockerfile --tag $IMAGE:$VERSION $CLONE"
  say 'Start it: docker compose up -d'
fi
say "Go live:   set SLIPWAY_PLATFORMS=live in .env, then docker compose up -d; guides: $ADDRESS/docs/live"
say 'Stop:      docker compose stop'
say 'Upgrade:   sh get.sh --upgrade VERSION'
say 'Uninstall: docker compose down --volumes, which deletes all data, then remove this folder'
