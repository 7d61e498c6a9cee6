import type { Region } from '@switchback/contracts/resources/geo';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An offer of another company to members; staff write it. */
@Entity('deal')
@Index('deal_until', ['until', 'title', 'id'])
export class Deal {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  /** Incremented by each save. */
  @Column({ type: 'integer' })
  rev!: number;

  @Column({ type: 'text' })
  title!: string;

  /** Markdown; empty for none. */
  @Column({ type: 'text' })
  text!: string;

  @Column({ type: 'text', nullable: true })
  link!: string | null;

  @Column({ type: 'text', nullable: true })
  code!: string | null;

  /** First day, YYYY-MM-DD. */
  @Column({ name: 'valid_from', type: 'text', collation: 'C' })
  from!: string;

  /** Last day, YYYY-MM-DD. */
  @Column({ name: 'valid_until', type: 'text', collation: 'C' })
  until!: string;

  /** Region id of the country of the states. */
  @Column({ name: 'country_id', type: 'integer' })
  countryId!: number;

  /** States in which the deal is valid; empty for everywhere. */
  @Column({ type: 'jsonb' })
  states!: Region[];
}
