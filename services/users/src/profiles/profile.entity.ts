import type { AccountType, PrivacyKey } from '@switchback/contracts/rules/accounts';
import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';

/**
 * A username that a person has, or reserves until they confirm. One table for both, so that the database itself keeps
 * two people from having the same one.
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

/** A person's information about themselves, and its visibility to other people. */
@Entity('profile')
export class Profile {
  /** Id of the account. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  /** Incremented with each change. */
  @Column({ type: 'integer' })
  rev!: number;

  @OneToOne(() => Username)
  @JoinColumn({ name: 'id', referencedColumnName: 'userId', foreignKeyConstraintName: 'profile_username' })
  name!: Username;

  /** Copied from the auth service. */
  @Column({ name: 'account_type', type: 'text' })
  accountType!: AccountType;

  /** False while the person is suspended by staff: only they themselves and staff see the profile. */
  @Column({ type: 'boolean' })
  enabled!: boolean;

  /** Revision of the account from which the two fields above come. */
  @Column({ name: 'account_rev', type: 'integer' })
  accountRev!: number;

  @Column({ name: 'first_name', type: 'text' })
  firstName!: string;

  @Column({ name: 'last_name', type: 'text' })
  lastName!: string;

  @Column({ type: 'text' })
  bio!: string;

  /** Id in the countries-states-cities data, like the two below; each region lies in the one above it. */
  @Column({ name: 'country_id', type: 'integer', nullable: true })
  countryId!: number | null;

  @Column({ name: 'state_id', type: 'integer', nullable: true })
  stateId!: number | null;

  @Column({ name: 'city_id', type: 'integer', nullable: true })
  cityId!: number | null;

  @Column({ name: 'avatar_id', type: 'text', nullable: true })
  avatarId!: string | null;

  /** Hidden parts; everything else is shown. */
  @Column({ type: 'text', array: true })
  hidden!: PrivacyKey[];

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  /** Time of the last mail of notices; null before the first. */
  @Column({ name: 'notices_mailed_at', type: 'timestamptz', nullable: true })
  noticesMailedAt!: Date | null;
}
