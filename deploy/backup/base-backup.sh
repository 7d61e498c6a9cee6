#!/bin/sh
# Takes a base backup of a running PostgreSQL, once a day or so, and keeps the newest KEEP of them with the log they need.
#   BACKUP_DIR=/backups DATABASE_URL=postgres://replicator@host/postgres [KEEP=7] base-backup.sh
# The account needs the attribute REPLICATION; pg_basebackup and pg_archivecleanup are those of the server's version.
set -eu
: "${BACKUP_DIR:?}" "${DATABASE_URL:?}"
keep=${KEEP:-7}
aside=$BACKUP_DIR/base.part
trap 'rm -rf "$aside"' EXIT
pg_basebackup --dbname="$DATABASE_URL" --pgdata="$aside" --format=tar --gzip --checkpoint=fast --wal-method=stream --label=switchback
# Named by its end: it leads to any later moment, and to no earlier one.
name=base-$(date -u +%Y-%m-%dT%H-%M-%SZ)
mv "$aside" "$BACKUP_DIR/$name"

find "$BACKUP_DIR" -maxdepth 1 -type d -name 'base-*Z' | sort | head -n "-$keep" | while read -r old; do
  rm -rf "$old"
done
# What stands before the start of the oldest backup that is left leads nowhere any more.
oldest=$(find "$BACKUP_DIR" -maxdepth 1 -type d -name 'base-*Z' | sort | head -n 1)
first=$(tar -xzOf "$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p')
if [ -n "$first" ] && [ -d "$BACKUP_DIR/wal" ]; then
  pg_archivecleanup -x .gz "$BACKUP_DIR/wal" "$first"
fi
printf 'Kept %s\n' "$BACKUP_DIR/$name"
