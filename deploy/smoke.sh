#!/bin/sh
# Starts docker-compose.yml from nothing, sends a log line, and waits until the read API returns it. Run it in the root of the
# checkout; it leaves the containers running.
set -eu
sh deploy/secrets.sh
docker compose up -d --wait --wait-timeout 300

sluice() { docker compose run --rm -T sluice "$@"; }
address="http://localhost:${SLUICE_PORT:-8000}"

sluice org create smoke
dsn=$(sluice project create smoke/smoke --json | node -pe 'JSON.parse(require("fs").readFileSync(0)).dsn')
token=$(sluice token create --org smoke --scopes project:read --json | node -pe 'JSON.parse(require("fs").readFileSync(0)).token')
key=$(node -pe 'new URL(process.argv[1]).username' "$dsn")
message="smoke test $(od -An -N8 -tx1 /dev/urandom | tr -d ' \n')"

curl -fsS "$address/api/envelope" -H "x-service-auth: Service service_key=$key" -H 'content-type: application/json' \
  -d "{\"events\":[{\"type\":\"log\",\"timestamp\":\"$(date -u +%Y-%m-%dT%H:%M:%SZ)\",\"payload\":{\"level\":\"info\",\"message\":\"$message\"}}]}"

for _ in $(seq 60); do
  if curl -fsS "$address/api/0/projects/smoke/smoke/logs" -H "authorization: Bearer $token" | grep -q "$message"; then
    echo "stored and read: $message"
    exit 0
  fi
  sleep 1
done
echo 'the log line is not readable after 60 s' >&2
docker compose logs --tail 50
exit 1
