import { type CopyClient, copyIn } from '@switchback/platform/db/copy-in';
import type { DataSource } from 'typeorm';
import { IndexUnavailable } from '../search-index.js';

const UNDEFINED_TABLE = '42P01';

export interface Statement {
  text: string;
  values?: unknown[];
  /** Name under which each connection prepares it once. */
  name?: string;
}

/** Connection interface of the index. */
export interface Sql {
  query<Row>(statement: Statement): Promise<{ rows: Row[] }>;
}

/** A connection inside a transaction. */
export interface Transaction extends Sql {
  /** @param rows in the format named by the statement. */
  copy(statement: string, rows: Buffer): Promise<void>;
}

interface Client extends Sql {
  on(event: 'error', listen: () => void): void;
  off(event: 'error', listen: () => void): void;
  release(error?: boolean): void;
}

interface Pool extends Sql {
  connect(): Promise<Client>;
}

/** The service's connections without the entity layer: prepared statements, raw rows. */
export class Database implements Sql {
  readonly #pool: Pool;

  constructor(dataSource: DataSource) {
    this.#pool = (dataSource.driver as unknown as { master: Pool }).master;
  }

  query<Row>(statement: Statement): Promise<{ rows: Row[] }> {
    return this.#pool.query<Row>(statement).catch(nameMissing);
  }

  /** Runs `work` in one transaction on one connection. */
  transaction<T>(work: (sql: Transaction) => Promise<T>): Promise<T> {
    return this.#run(work).catch(nameMissing);
  }

  async #run<T>(work: (sql: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    const transaction: Transaction = {
      query: (statement) => client.query(statement),
      copy: (statement, rows) => copyIn(client as unknown as CopyClient, statement, rows),
    };
    let broken = false;
    const noteBreak = () => (broken = true);
    // A connection that breaks between two statements only emits an event, and an unhandled `error` event ends the
    // process.
    client.on('error', noteBreak);
    try {
      await client.query({ text: 'begin' });
      const result = await work(transaction);
      await client.query({ text: 'commit' });
      return result;
    } catch (error) {
      await client.query({ text: 'rollback' }).catch(noteBreak);
      throw error;
    } finally {
      // A broken connection may emit another error while it is closed.
      if (!broken) client.off('error', noteBreak);
      client.release(broken);
    }
  }
}

/** Reports a missing table as a missing index: all statements use only the index's own tables. */
function nameMissing(error: unknown): never {
  throw (error as { code?: string }).code === UNDEFINED_TABLE ? new IndexUnavailable(error) : error;
}

/** Values of a statement, numbered in the order they are added. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

export async function runAll(sql: Sql, statements: readonly string[]): Promise<void> {
  for (const text of statements) await sql.query({ text });
}
