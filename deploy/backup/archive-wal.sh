#!/bin/sh
# For PostgreSQL's archive_command: stores one completed WAL segment, gzipped. BACKUP_DIR is a disk or mount of its own.
#   archive_mode = on, archive_timeout = 60, archive_command = 'BACKUP_DIR=/backups /path/archive-wal.sh "%p" "%f"'
set -eu
kept=${BACKUP_DIR:?}/wal/$2.gz
# The server retries a segment it is unsure of: keep a copy that is already complete.
test -s "$kept" && exit 0
mkdir -p "$BACKUP_DIR/wal"
gzip -c "$1" >"$kept.part"
sync "$kept.part" 2>/dev/null || sync
mv "$kept.part" "$kept"
