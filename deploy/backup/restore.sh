#!/bin/sh
# Lays out a base backup in an empty data folder, with orders to read the log back up to a moment. Start the server on it
# as the account that owns it; it takes writes when it is there. docs/backup.md says what follows.
#   BACKUP_DIR=/backups PGDATA=/var/lib/postgresql/18/docker restore.sh [2026-11-21T10:00:00Z]
set -eu
: "${BACKUP_DIR:?}" "${PGDATA:?}"
moment=${1:-}
if [ -n "$(ls -A "$PGDATA" 2>/dev/null)" ]; then
  printf '%s holds something: move it away first.\n' "$PGDATA" >&2
  exit 1
fi

# Names sort by when the backup ended: the last one before the moment it is.
limit=base-$(date -u -d "${moment:-now}" +%Y-%m-%dT%H-%M-%SZ)
base=$(find "$BACKUP_DIR" -maxdepth 1 -type d -name 'base-*Z' | sort | awk -F/ -v limit="$limit" '$NF <= limit' | tail -n 1)
if [ -z "$base" ]; then
  printf 'No backup is old enough.\n' >&2
  exit 1
fi

mkdir -p "$PGDATA"
chmod 700 "$PGDATA"
tar -xzf "$base/base.tar.gz" -C "$PGDATA"
tar -xzf "$base/pg_wal.tar.gz" -C "$PGDATA/pg_wal"
{
  printf "restore_command = 'gzip -dc \"%s/wal/%%f.gz\" > \"%%p\"'\n" "$BACKUP_DIR"
  printf "recovery_target_action = 'promote'\n"
  if [ -n "$moment" ]; then
    printf "recovery_target_time = '%s'\n" "$(date -u -d "$moment" '+%Y-%m-%d %H:%M:%S+00')"
  fi
} >>"$PGDATA/postgresql.auto.conf"
touch "$PGDATA/recovery.signal"
printf 'Laid out %s in %s. Start the server.\n' "$base" "$PGDATA"
