#!/bin/sh
# For PostgreSQL's archive_command: keeps one finished segment of the log, packed. BACKUP_DIR is a disk or a mount of its own.
#   archive_mode = on, archive_timeout = 60, archive_command = 'BACKUP_DIR=/backups /path/archive-wal.sh "%p" "%f"'
set -eu
kept=${BACKUP_DIR:?}/wal/$2.gz
# The server asks again for what it is not sure of: what is kept whole stays.
test -s "$kept" && exit 0
mkdir -p "$BACKUP_DIR/wal"
gzip -c "$1" >"$kept.part"
sync "$kept.part" 2>/dev/null || sync
mv "$kept.part" "$kept"
