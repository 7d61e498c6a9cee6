#!/bin/sh
# Lays out a base backup as the data folder, with orders to read the log back up to a moment. Start the server on it as
# the account that owns it; it takes writes when it is there. docs/backup.md says what follows.
#   BACKUP_DIR=/backups PGDATA=/var/lib/postgresql/18/docker restore.sh [2026-11-21T10:00:00Z]
# The data folder that was there moves aside; the log that was not archived yet is taken from it.
set -eu
: "${BACKUP_DIR:?}" "${PGDATA:?}"
moment=${1:-}
if [ -e "$PGDATA/postmaster.pid" ]; then
  printf '%s has a postmaster.pid: stop the server. If it was killed, start and stop it once.\n' "$PGDATA" >&2
  exit 1
fi

# Names sort by when the backup ended: the last one before the moment it is.
limit=base-$(date -u -d "${moment:-now}" +%Y-%m-%dT%H-%M-%SZ)
base=$(find "$BACKUP_DIR" -maxdepth 1 -type d -name 'base-*Z' | sort | awk -F/ -v limit="$limit" '$NF <= limit' | tail -n 1)
if [ -z "$base" ]; then
  printf 'No backup is old enough.\n' >&2
  exit 1
fi

if [ -n "$(ls -A "$PGDATA" 2>/dev/null)" ]; then
  before=$PGDATA.before-$(date -u +%Y-%m-%dT%H-%M-%SZ)
  mv "$PGDATA" "$before"
  printf 'The database that was there lies in %s: delete it when all is well.\n' "$before"
fi
mkdir -p "$PGDATA"
chmod 700 "$PGDATA"
tar -xzf "$base/base.tar.gz" -C "$PGDATA"
cp "$base/backup_label" "$PGDATA/backup_label"
[ -z "${before:-}" ] || cp -a "$before/pg_wal/." "$PGDATA/pg_wal/"
{
  printf "restore_command = 'gzip -dc \"%s/wal/%%f.gz\" > \"%%p\"'\n" "$BACKUP_DIR"
  printf "recovery_target_action = 'promote'\n"
  # Empty over one that a backup brings along which was taken after an earlier restore.
  printf "recovery_target_time = '%s'\n" "${moment:+$(date -u -d "$moment" '+%Y-%m-%d %H:%M:%S+00')}"
} >>"$PGDATA/postgresql.auto.conf"
touch "$PGDATA/recovery.signal"
# Started as root, as where the folder above is root's: the data folder belongs to the account that took the backup.
[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u:%g "$base")" "$PGDATA"
printf 'Laid out %s in %s. Start the server.\n' "$base" "$PGDATA"
