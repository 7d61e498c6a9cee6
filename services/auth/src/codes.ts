import { Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import { DataSource, type EntityManager } from 'typeorm';
import { hashSecret, newSecret } from './secrets.js';

export type CodePurpose = 'sign-up' | 'password-reset' | 'email-change';

/** A code presented by a client, and its purpose. */
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

/** Single-use codes of mailed links, valid until they expire or are replaced. Stores only hashes. */
@Injectable()
export class Codes {
  constructor(private readonly source: DataSource) {}

  /**
   * Issues a code that replaces earlier ones for the same purpose. Earlier sign-up codes stay valid: each mail proves
   * the address equally well, and people open whichever they find.
   * @returns the code; only its hash is stored.
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

  /** @throws ProductError `linkExpired` for an unknown code, `linkUsed` for one that is no longer valid. */
  async require(claim: CodeClaim): Promise<void> {
    refuse(await this.stateOf(claim));
  }

  /**
   * Spends a code in the transaction of the change that it allows. Of several concurrent calls, one finds it good.
   * @returns the code's previous state.
   */
  async redeem(manager: EntityManager, claim: CodeClaim): Promise<CodeRow> {
    const row = await find(manager, claim, 'for update');
    if (row.state === 'good')
      await manager.query('update code set spent_at = now() where hash = $1', [hashSecret(claim.code)]);
    return row;
  }

  /**
   * Like {@link redeem}, but requires the code to be good.
   * @returns the new address, if the code has one.
   * @throws ProductError as {@link require}.
   */
  async spend(manager: EntityManager, claim: CodeClaim): Promise<string | null> {
    const { state, newEmail } = await this.redeem(manager, claim);
    refuse(state);
    return newEmail;
  }

  /** Invalidates all outstanding links of a user. */
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
