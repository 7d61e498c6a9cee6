import type { AccountType, PrivacyKey } from '@switchback/contracts/rules/accounts';
import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';

/**
 * Who has a username, or holds it until they confirm. One table for both, so that the database itself keeps two people from
 * having the same.
 */
@Entity('username')
export class Username {
  /** See `usernameKey`. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  key!: string;

  @Column({ type: 'text' })
  username!: string;

  @Index('username_user', { unique: true })
  @Column({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  /** Null once there is a profile. */
  @Index('username_held')
  @Column({ name: 'held_until', type: 'timestamptz', precision: 3, nullable: true })
  heldUntil!: Date | null;
}

/** What a person says of themselves, and what others may see of it. */
@Entity('profile')
export class Profile {
  /** That of the account. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  /** Goes up by one with each change. */
  @Column({ type: 'integer' })
  rev!: number;

  @OneToOne(() => Username)
  @JoinColumn({ name: 'id', referencedColumnName: 'userId', foreignKeyConstraintName: 'profile_username' })
  name!: Username;

  /** A copy of what the auth service knows. */
  @Column({ name: 'account_type', type: 'text' })
  accountType!: AccountType;

  /** False while staff keep the person out: nobody but staff sees them. */
  @Column({ type: 'boolean' })
  enabled!: boolean;

  /** The revision of the account the two above come from. */
  @Column({ name: 'account_rev', type: 'integer' })
  accountRev!: number;

  @Column({ name: 'first_name', type: 'text' })
  firstName!: string;

  @Column({ name: 'last_name', type: 'text' })
  lastName!: string;

  @Column({ type: 'text' })
  bio!: string;

  /** A number of the countries-states-cities data, like the two below; each lies in the one above it. */
  @Column({ name: 'country_id', type: 'integer', nullable: true })
  countryId!: number | null;

  @Column({ name: 'state_id', type: 'integer', nullable: true })
  stateId!: number | null;

  @Column({ name: 'city_id', type: 'integer', nullable: true })
  cityId!: number | null;

  @Column({ name: 'avatar_id', type: 'text', nullable: true })
  avatarId!: string | null;

  /** Everything else is shown. */
  @Column({ type: 'text', array: true })
  hidden!: PrivacyKey[];

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  /** When the last mail of notices went; null before the first. */
  @Column({ name: 'notices_mailed_at', type: 'timestamptz', nullable: true })
  noticesMailedAt!: Date | null;
}
