import { open, rename, rm, stat, statfs, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { openConnection } from './connection.js';

/** Two segments of the log and room for a checkpoint: enough to recover and to answer reads. */
export const RESERVE_BYTES = 48 * 1024 * 1024;
const CHUNK = Buffer.alloc(1024 * 1024);
/** Below this, the server stops at its next segment of the log. */
const FULL_BYTES = 16 * 1024 * 1024;
/** Room in reserves without which none is set aside: the rest must last for a while. */
const ROOM = 2;

/** Returns the file that marks that the disk was full and the reserve is released; in the folder of the database. */
export function releasedMark(root: string): string {
  return join(root, 'reserve.released');
}

/**
 * A file that reserves room on the disk of the embedded database. A server whose disk is full cannot even start: the
 * reserve is then released, and the server answers reads until there is room again.
 */
export class DiskReserve {
  private readonly file: string;
  /** Marks the time without a reserve. */
  private readonly released: string;

  constructor(
    private readonly root: string,
    private readonly bytes = RESERVE_BYTES,
  ) {
    this.file = join(root, 'reserve');
    this.released = releasedMark(root);
  }

  /** Sets the room aside, if the disk has twice as much. No-op if it is set aside already. */
  async keep(): Promise<void> {
    if (await this.isKept()) return;
    if (!(await this.hasRoom())) return;
    const handle = await open(this.file, 'w', 0o600);
    try {
      for (let written = 0; written < this.bytes; written += CHUNK.length) await handle.write(CHUNK);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rm(this.released, { force: true });
  }

  async hasRoom(): Promise<boolean> {
    return ((await this.freeBytes()) ?? 0) >= ROOM * this.bytes;
  }

  /** Whether the disk was full, and has had no room for another reserve since. */
  wasReleased(): Promise<boolean> {
    return exists(this.released);
  }

  /** Releases the room if the disk is full. Returns whether it did. */
  async releaseIfFull(): Promise<boolean> {
    const freeBytes = await this.freeBytes();
    if (!(await this.isKept()) || freeBytes === undefined || freeBytes >= FULL_BYTES) return false;
    await rename(this.file, this.released);
    await truncate(this.released);
    return true;
  }

  isKept(): Promise<boolean> {
    return exists(this.file);
  }

  /** Undefined if the folder is gone. */
  private async freeBytes(): Promise<number | undefined> {
    const facts = await statfs(this.root).catch(() => undefined);
    return facts && facts.bavail * facts.bsize;
  }
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}

/** Makes the server refuse writes, or accept them again; takes effect for open connections, too. */
export async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  const client = await openConnection({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.query(
      isReadOnly
        ? 'alter system set default_transaction_read_only = on'
        : 'alter system reset default_transaction_read_only',
    );
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}
