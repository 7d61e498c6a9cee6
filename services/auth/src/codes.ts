import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ProductError } from '@switchback/platform/errors';
import { type EntityManager, IsNull, Repository } from 'typeorm';
import { Code } from './code.entity.js';
import { findCode, insertCode } from './codes.sql.js';
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
  constructor(@InjectRepository(Code) private readonly codes: Repository<Code>) {}

  /**
   * Issues a code that replaces earlier ones for the same purpose. Earlier sign-up codes stay valid: each mail proves
   * the address equally well, and people open whichever they find.
   * @returns the code; only its hash is stored.
   */
  async issue(manager: EntityManager, { purpose, userId, hours, newEmail }: CodeDraft): Promise<string> {
    if (purpose !== 'sign-up')
      await manager.update(Code, { userId, purpose, spentAt: IsNull() }, { spentAt: () => 'now()' });
    const code = newSecret();
    await insertCode(manager, { hash: hashSecret(code), purpose, userId, newEmail: newEmail ?? null, hours });
    return code;
  }

  async stateOf(claim: CodeClaim): Promise<CodeState> {
    return (await find(this.codes.manager, claim)).state;
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
    if (row.state === 'good') await manager.update(Code, { hash: hashSecret(claim.code) }, { spentAt: () => 'now()' });
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
    await manager.update(Code, { userId, spentAt: IsNull() }, { spentAt: () => 'now()' });
  }
}

async function find(
  manager: EntityManager,
  { purpose, userId, code }: CodeClaim,
  lock?: 'for update',
): Promise<CodeRow> {
  const found = await findCode(manager, { hash: hashSecret(code), purpose, userId }, lock);
  return found ?? { newEmail: null, state: 'unknown' };
}

function refuse(state: CodeState): void {
  if (state === 'unknown') throw new ProductError('linkExpired');
  if (state !== 'good') throw new ProductError('linkUsed');
}
