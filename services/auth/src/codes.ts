import { Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import { DataSource, type EntityManager } from 'typeorm';
import { hashSecret, newSecret } from './secrets.js';

export type CodePurpose = 'sign-up' | 'password-reset' | 'email-change';

/** A code somebody holds, and what it is for. */
export interface CodeClaim {
  purpose: CodePurpose;
  userId: string;
  code: string;
}

export interface CodeDraft {
  purpose: CodePurpose;
  userId: string;
  hours: number;
  newEmail?: string;
}

export type CodeState = 'good' | 'spent' | 'expired' | 'unknown';

export interface CodeRow {
  newEmail: string | null;
  state: CodeState;
}

/** The codes of mailed links: each works once, until it expires or is replaced. Only hashes are kept. */
@Injectable()
export class Codes {
  constructor(private readonly source: DataSource) {}

  /**
   * A new code, in place of the older ones for the same purpose; those of a sign-up stay good beside it, since each mail shows
   * as well as the next whose address it is, and people open the one they find.
   * @returns the code, which nobody learns again.
   */
  async issue(manager: EntityManager, { purpose, userId, hours, newEmail }: CodeDraft): Promise<string> {
    if (purpose !== 'sign-up')
      await manager.query('update code set spent_at = now() where user_id = $1 and purpose = $2 and spent_at is null', [
        userId,
        purpose,
      ]);
    const code = newSecret();
    await manager.query(
      `insert into code (hash, purpose, user_id, new_email, expires_at)
       values ($1, $2, $3, $4, now() + make_interval(hours => $5))`,
      [hashSecret(code), purpose, userId, newEmail ?? null, hours],
    );
    return code;
  }

  async stateOf(claim: CodeClaim, manager: EntityManager = this.source.manager): Promise<CodeState> {
    return (await find(manager, claim)).state;
  }

  /** @throws ProductError `linkExpired` for a code that never was, `linkUsed` for one that is not good any more. */
  async require(claim: CodeClaim): Promise<void> {
    refuse(await this.stateOf(claim));
  }

  /**
   * Uses a code up, in the transaction of what it was for: of several that come at once, one finds it good.
   * @returns the state it was in.
   */
  async take(manager: EntityManager, claim: CodeClaim): Promise<CodeRow> {
    const row = await find(manager, claim, 'for update');
    if (row.state === 'good')
      await manager.query('update code set spent_at = now() where hash = $1', [hashSecret(claim.code)]);
    return row;
  }

  /**
   * The same, where it has to be good.
   * @returns the address it was about, if it was about one.
   * @throws ProductError as {@link require}.
   */
  async spend(manager: EntityManager, claim: CodeClaim): Promise<string | null> {
    const { state, newEmail } = await this.take(manager, claim);
    refuse(state);
    return newEmail;
  }

  /** Nothing that was mailed before works any more. */
  async spendAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('update code set spent_at = now() where user_id = $1 and spent_at is null', [userId]);
  }
}

async function find(manager: EntityManager, { purpose, userId, code }: CodeClaim, lock = ''): Promise<CodeRow> {
  const [row] = await manager.query<CodeRow[]>(
    `select new_email as "newEmail",
       case when spent_at is not null then 'spent' when expires_at <= now() then 'expired' else 'good' end as state
     from code where hash = $1 and purpose = $2 and user_id = $3 ${lock}`,
    [hashSecret(code), purpose, userId],
  );
  return row ?? { newEmail: null, state: 'unknown' };
}

function refuse(state: CodeState): void {
  if (state === 'unknown') throw new ProductError('linkExpired');
  if (state !== 'good') throw new ProductError('linkUsed');
}
