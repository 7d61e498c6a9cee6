import { type CopyClient, copyIn } from '@switchback/platform/db/copy-in';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
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
  /**
   * Returns the rows of a statement, as `pg` returns them.
   * @param name under which the connection prepares the statement once.
   */
  query(text: string, values?: unknown[], name?: string): Promise<unknown[]>;
}

/** A connection inside a transaction. */
export interface Transaction extends Sql {
  /** @param rows in the format named by the statement. */
  copy(statement: string, rows: Buffer): Promise<void>;
}

/** The interface of `pg`. */
interface Driver {
  query(statement: {
    text: string;
    values: unknown[] | undefined;
    name: string | undefined;
  }): Promise<{ rows: unknown[] }>;
}

interface Client extends Driver {
  on(event: 'error', listen: () => void): void;
  off(event: 'error', listen: () => void): void;
  release(error?: boolean): void;
}

interface Pool extends Driver {
  connect(): Promise<Client>;
}

/** The service's connections without the entity layer: prepared statements, raw rows. */
export class Database implements Sql {
  readonly #pool: Pool;

  constructor(dataSource: DataSource) {
    this.#pool = (dataSource.driver as unknown as { master: Pool }).master;
  }

  query(text: string, values?: unknown[], name?: string): Promise<unknown[]> {
    return this.#pool.query({ text, values, name }).then(({ rows }) => rows, nameMissing);
  }

  /** Runs `work` in one transaction on one connection. */
  transaction<T>(work: (sql: Transaction) => Promise<T>): Promise<T> {
    return this.#run(work).catch(nameMissing);
  }

  async #run<T>(work: (sql: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    const query: Sql['query'] = async (text, values, name) => (await client.query({ text, values, name })).rows;
    const transaction: Transaction = {
      query,
      copy: (statement, rows) => copyIn(client as unknown as CopyClient, statement, rows),
    };
    let broken = false;
    const noteBreak = () => (broken = true);
    // A connection that breaks between two statements only emits an event, and an unhandled `error` event ends the
    // process.
    client.on('error', noteBreak);
    try {
      await query('begin');
      const result = await work(transaction);
      await query('commit');
      return result;
    } catch (error) {
      await query('rollback').catch(noteBreak);
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

/** Runs a statement and returns its rows, checked by `queryRows`. */
export function statementRows<Columns extends z.core.$ZodShape>(
  sql: Sql,
  row: z.ZodObject<Columns, z.core.$strict>,
  { text, values, name }: Statement,
): Promise<z.input<typeof row>[]> {
  return queryRows({ query: (statement, given) => sql.query(statement, given, name) }, row, text, values);
}

export async function runAll(connection: SqlConnection, statements: readonly string[]): Promise<void> {
  for (const text of statements) await connection.query(text);
}
