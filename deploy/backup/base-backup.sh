#!/bin/sh
# Takes a base backup of a running PostgreSQL, about once a day, and keeps the newest KEEP with the WAL they need.
# Runs on the server's machine under the account that owns the data directory, in sh with psql and tar.
#   BACKUP_DIR=/backups PGDATA=/var/lib/postgresql/18/docker DATABASE_URL=postgres://owner@/postgres [KEEP=7] base-backup.sh
# The server archives its WAL with archive-wal.sh to the same BACKUP_DIR; the account is a superuser or may call
# pg_backup_start and pg_backup_stop.
set -eu
: "${BACKUP_DIR:?}" "${PGDATA:?}" "${DATABASE_URL:?}"
keep=${KEEP:-7}
aside=$BACKUP_DIR/base.part
if [ "$(psql -XAtq "$DATABASE_URL" -c 'show archive_mode')" = off ]; then
  printf 'PostgreSQL does not archive its write-ahead log (archive_mode is off), so a backup could not be restored.\n' >&2
  exit 1
fi
rm -rf "$aside"
mkdir -p "$aside"
trap 'rm -rf "$aside"' EXIT

# One session starts and stops the backup. tar exits with 1 if a file changed meanwhile; replaying the WAL repairs it.
export PGDATA aside
psql -XAtq -v ON_ERROR_STOP=1 "$DATABASE_URL" <<'SQL'
set statement_timeout = '10min';
select pg_backup_start('switchback', true) \g /dev/null
\! tar -C "$PGDATA" --exclude=./postmaster.pid --exclude=./postmaster.opts --exclude='./pg_wal/*' --exclude='./pg_replslot/*' --exclude='./pg_dynshmem/*' --exclude='./pg_notify/*' --exclude='./pg_serial/*' --exclude='./pg_snapshots/*' --exclude='./pg_stat_tmp/*' --exclude='./pg_subtrans/*' -cf - . 2>"$aside/tar.log" | gzip >"$aside/base.tar.gz"
\pset format unaligned
select labelfile from pg_backup_stop(true) \g | cat >"$aside/backup_label"
SQL
gzip -t "$aside/base.tar.gz"
if ! grep -q '^START WAL LOCATION' "$aside/backup_label" || ! tar -tzf "$aside/base.tar.gz" ./global/pg_control >/dev/null; then
  cat "$aside/tar.log" >&2
  exit 1
fi
# Named after its end: a backup can be restored to any later moment, but to no earlier one.
name=base-$(date -u +%Y-%m-%dT%H-%M-%SZ)
mv "$aside" "$BACKUP_DIR/$name"

find "$BACKUP_DIR" -maxdepth 1 -type d -name 'base-*Z' | sort | head -n "-$keep" | while read -r old; do
  rm -rf "$old"
done
# WAL from before the start of the oldest remaining backup is useless. Segment names sort by their position in the WAL;
# the first eight digits are the timeline, which history files (NAME.history.gz) record.
oldest=$(find "$BACKUP_DIR" -maxdepth 1 -type d -name 'base-*Z' | sort | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .*(file [0-9A-F]\{8\}\([0-9A-F]*\))$/\1/p' "$oldest/backup_label")
if [ -n "$first" ]; then
  find "$BACKUP_DIR/wal" -maxdepth 1 -name '*.gz' ! -name '*.history.gz' | awk -F/ -v first="$first" 'substr($NF, 9, 16) < first' | while read -r old; do
    rm -f "$old"
  done
fi
printf 'Stored %s\n' "$BACKUP_DIR/$name"
