import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A person's reasons for a cancellation. */
@Entity('cancellation')
export class Cancellation {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Index('cancellation_user')
  @Column({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' })
  at!: Date;

  @Column({ type: 'text', array: true })
  reasons!: string[];

  @Column({ type: 'text' })
  message!: string;
}
