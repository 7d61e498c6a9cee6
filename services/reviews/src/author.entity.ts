import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person whom staff suspended, also after they were reinstated. */
@Entity('author')
export class Author {
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  /** Revision of the account. */
  @Column({ type: 'integer' })
  rev!: number;

  /** Whether the person is suspended. */
  @Column({ type: 'boolean' })
  hidden!: boolean;
}
