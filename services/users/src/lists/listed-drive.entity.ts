import { Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { Profile } from '../profiles/profile.entity.js';

export const LIST_NAMES = ['saved', 'completed'] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** A drive on a list of a person. */
@Entity('listed_drive')
export class ListedDrive {
  @ForeignKey(() => Profile, { name: 'listed_drive_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  @PrimaryColumn({ type: 'text' })
  list!: ListName;

  @Index('listed_drive_drive')
  @PrimaryColumn({ name: 'drive_id', type: 'text', collation: 'C' })
  driveId!: string;

  /** Order of the drives on a list. */
  @Generated('increment')
  @Column({ type: 'bigint' })
  position!: string;
}
