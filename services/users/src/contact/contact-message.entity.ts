import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A message from a person to the staff. */
@Entity('contact_message')
@Index('contact_message_user', { synchronize: false })
export class ContactMessage {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  /** Empty for a visitor. */
  @Column({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  email!: string;

  @Column({ type: 'text' })
  reason!: string;

  @Column({ type: 'text' })
  message!: string;

  @Index('contact_message_received')
  @Column({ name: 'received_at', type: 'timestamptz', precision: 3 })
  receivedAt!: Date;

  /** Null until the staff have the mail. */
  @Column({ name: 'mailed_at', type: 'timestamptz', precision: 3, nullable: true })
  mailedAt!: Date | null;
}
