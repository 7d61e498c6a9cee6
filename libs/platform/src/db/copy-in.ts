import pg from 'pg';

/** The messages that a `pg` connection sends during a COPY. */
interface CopyTarget {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** A `pg` connection. */
export type CopyClient = Pick<pg.ClientBase, 'query'>;

class CopyIn extends pg.Query {
  readonly #rows: Buffer;

  constructor(statement: string, rows: Buffer, done: (error: Error | undefined) => void) {
    super(statement, done);
    this.#rows = rows;
  }

  /** Called by `pg` when the server is ready to read. */
  handleCopyInResponse(target: CopyTarget): void {
    target.sendCopyFromChunk(this.#rows);
    target.endCopyFrom();
  }
}

/**
 * Loads rows with COPY, several times faster than inserts. Sends the rows as one chunk: the caller splits them into
 * batches that fit in memory.
 * @param statement `copy … from stdin`, which names the format.
 * @param rows for the binary format, made by `BinaryRows`.
 */
export function copyIn(client: CopyClient, statement: string, rows: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(statement, rows, (error) => (error ? reject(error) : resolve())));
  });
}
