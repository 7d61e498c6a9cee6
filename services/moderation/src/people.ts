import { Injectable } from '@nestjs/common';
import { deleteAnswers } from '@switchback/platform/db/idempotency';
import { DataSource } from 'typeorm';

/** Stores people's names, for the history of items. */
@Injectable()
export class People {
  constructor(private readonly source: DataSource) {}

  /** An older name changes nothing. */
  async rename(id: string, rev: number, username: string): Promise<void> {
    await this.store(id, rev, username);
  }

  /** Erases the name of a person who left, and their messages to the staff. */
  async erase(id: string, rev: number): Promise<void> {
    await this.store(id, rev, null);
    await this.source.query(`delete from item where kind = 'contact' and owner_id = $1 and owner_id <> ''`, [id]);
    await deleteAnswers(this.source.manager, id);
    // Their reports stay, without an owner.
    await this.source.query(`update item set owner_id = '' where owner_id = $1 and owner_id <> ''`, [id]);
  }

  private async store(id: string, rev: number, username: string | null): Promise<void> {
    await this.source.query(
      `insert into person as p (id, rev, username) values ($1, $2, $3)
       on conflict (id) do update set rev = excluded.rev, username = excluded.username where p.rev < excluded.rev`,
      [id, rev, username],
    );
  }
}
