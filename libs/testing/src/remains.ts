import { DataSource } from 'typeorm';

/** Returns the tables of every schema, as `schema.table`, that contain one of the words, as text or as bytes. */
export async function tablesWith(url: string, words: readonly string[]): Promise<string[]> {
  const source = await new DataSource({ type: 'postgres', url }).initialize();
  try {
    const tables = await source.query<{ name: string; quoted: string }[]>(
      `select schemaname || '.' || tablename as name, format('%I.%I', schemaname, tablename) as quoted from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const forms = words.flatMap((word) => [word, Buffer.from(word).toString('hex')]).map((form) => `%${form}%`);
    const holding: string[] = [];
    for (const { name, quoted } of tables) {
      const held = await source.query<unknown[]>(`select 1 from ${quoted} t where t::text ilike any ($1) limit 1`, [
        forms,
      ]);
      if (held.length > 0) holding.push(name);
    }
    return holding;
  } finally {
    await source.destroy();
  }
}
