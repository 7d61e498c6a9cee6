#!/bin/sh
# Restores a base backup as the data directory, configured to replay the WAL up to a moment. Start the server on it as
# the account that owns it; it accepts writes once it has reached that moment. docs/backup.md lists the next steps.
#   BACKUP_DIR=/backups PGDATA=/var/lib/postgresql/18/docker restore.sh [2026-11-21T10:00:00Z]
# The previous data directory is moved aside; WAL that was not archived yet is copied from it.
set -eu
: "${BACKUP_DIR:?}" "${PGDATA:?}"
moment=${1:-}
if [ -e "$PGDATA/postmaster.pid" ]; then
  printf '%s has a postmaster.pid: stop the server. If it was killed, start and stop it once.\n' "$PGDATA" >&2
  exit 1
fi

# Names sort by the end of the backup: pick the last one before the moment.
limit=base-$(date -u -d "${moment:-now}" +%Y-%m-%dT%H-%M-%SZ)
base=$(find "$BACKUP_DIR" -maxdepth 1 -type d -name 'base-*Z' | sort | awk -F/ -v limit="$limit" '$NF <= limit' | tail -n 1)
if [ -z "$base" ]; then
  printf 'No backup is older than the requested moment.\n' >&2
  exit 1
fi

if [ -n "$(ls -A "$PGDATA" 2>/dev/null)" ]; then
  before=$PGDATA.before-$(date -u +%Y-%m-%dT%H-%M-%SZ)
  mv "$PGDATA" "$before"
  printf 'The previous database is in %s: delete it after you have checked the restored one.\n' "$before"
fi
mkdir -p "$PGDATA"
chmod 700 "$PGDATA"
tar -xzf "$base/base.tar.gz" -C "$PGDATA"
cp "$base/backup_label" "$PGDATA/backup_label"
[ -z "${before:-}" ] || cp -a "$before/pg_wal/." "$PGDATA/pg_wal/"
{
  printf "restore_command = 'gzip -dc \"%s/wal/%%f.gz\" > \"%%p\"'\n" "$BACKUP_DIR"
  printf "recovery_target_action = 'promote'\n"
  # An empty value overrides the one in a backup that was taken after an earlier restore.
  printf "recovery_target_time = '%s'\n" "${moment:+$(date -u -d "$moment" '+%Y-%m-%d %H:%M:%S+00')}"
} >>"$PGDATA/postgresql.auto.conf"
touch "$PGDATA/recovery.signal"
# Run as root, for example because root owns the parent folder: give the data directory to the account that took the
# backup.
[ "$(id -u)" != 0 ] || chown -R "$(stat -c %u:%g "$base")" "$PGDATA"
printf 'Restored %s to %s. Start the server.\n' "$base" "$PGDATA"
