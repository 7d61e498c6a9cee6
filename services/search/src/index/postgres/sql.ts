import type { DataSource } from 'typeorm';

export interface Statement {
  text: string;
  values?: unknown[];
  /** Prepared once for each connection under this name. */
  name?: string;
}

/** What the index asks of a connection. */
export interface Sql {
  query<Row>(statement: Statement): Promise<{ rows: Row[] }>;
}

interface Client extends Sql {
  release(error?: boolean): void;
}

interface Pool extends Sql {
  connect(): Promise<Client>;
}

/** The service's connections without the entity layer: statements are prepared, rows come as they are. */
export class Database implements Sql {
  readonly #pool: Pool;

  constructor(dataSource: DataSource) {
    this.#pool = (dataSource.driver as unknown as { master: Pool }).master;
  }

  query<Row>(statement: Statement): Promise<{ rows: Row[] }> {
    return this.#pool.query<Row>(statement);
  }

  /** Runs `work` in one transaction on one connection. */
  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken = false;
    try {
      await client.query({ text: 'begin' });
      const result = await work(client);
      await client.query({ text: 'commit' });
      return result;
    } catch (error) {
      await client.query({ text: 'rollback' }).catch(() => (broken = true));
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

/** The values of a statement, each numbered as it is added. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
