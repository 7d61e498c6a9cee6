import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The name of a person, for the history of items. */
@Entity('person')
export class Person {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  /** Revision of the profile. */
  @Column({ type: 'integer' })
  rev!: number;

  /** Null once the account is deleted. */
  @Column({ type: 'text', nullable: true })
  username!: string | null;
}
