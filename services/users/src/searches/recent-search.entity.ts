import { Column, Entity, ForeignKey, Generated, PrimaryColumn } from 'typeorm';
import { Profile } from '../profiles/profile.entity.js';

/** One of a person's most recent searches. */
@Entity('recent_search')
export class RecentSearch {
  @ForeignKey(() => Profile, { name: 'recent_search_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  @PrimaryColumn({ type: 'text' })
  type!: string;

  @PrimaryColumn({ type: 'text' })
  value!: string;

  @Column({ type: 'text' })
  label!: string;

  /** Order of the searches. */
  @Generated('increment')
  @Column({ type: 'bigint' })
  position!: string;
}
