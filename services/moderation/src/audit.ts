import type { DataSource } from 'typeorm';

const LINES_MAX = 10_000;

interface Decided {
  at: Date;
  who: string | null;
  action: string;
  note: string;
  kind: string;
  subject: string;
  title: string;
}

/**
 * Returns one line per decision (who decided what, when and why): the last 10,000, oldest first. Text that people wrote
 * is quoted, so that it cannot break its line.
 */
export async function auditLines(source: DataSource): Promise<string[]> {
  const rows = await source.query<Decided[]>(
    `select at, coalesce(username, who) as who, action, note, kind, subject_type || ' ' || subject_id as subject,
            subject_title as title
       from history join item on item.id = item_id left join person on person.id = who
      where action not in ('submitted', 'claimed', 'released') order by position desc limit ${LINES_MAX}`,
  );
  return rows.reverse().map(({ at, who, action, note, kind, subject, title }) => {
    const words = [title, note].map((text) => (text === '' ? '' : JSON.stringify(text)));
    return [at.toISOString(), who ?? 'nobody', action, kind, subject, ...words].filter(Boolean).join('  ');
  });
}
