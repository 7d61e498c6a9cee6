import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { deleteAnswers } from '@switchback/platform/db/idempotency';
import { And, Equal, Not, Repository } from 'typeorm';
import { Item } from './item.entity.js';
import { Person } from './person.entity.js';
import { upsertPerson } from './people.sql.js';

/** Stores people's names, for the history of items. */
@Injectable()
export class People {
  constructor(@InjectRepository(Person) private readonly people: Repository<Person>) {}

  /** An older name changes nothing. */
  rename(id: string, rev: number, username: string): Promise<void> {
    return upsertPerson(this.people.manager, id, rev, username);
  }

  /** Erases the name of a person who left, and their messages to the staff. */
  async erase(id: string, rev: number): Promise<void> {
    const { manager } = this.people;
    // The index of owners leaves out empty ids.
    const ownerId = And(Equal(id), Not(''));
    await upsertPerson(manager, id, rev, null);
    await manager.delete(Item, { kind: 'contact', ownerId });
    await deleteAnswers(manager, id);
    // Their reports stay, without an owner.
    await manager.update(Item, { ownerId }, { ownerId: '' });
  }
}
