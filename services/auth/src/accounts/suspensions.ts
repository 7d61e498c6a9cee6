import { Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';
import { DataSource } from 'typeorm';
import { Codes } from '../codes.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { Accounts } from './accounts.js';

/** Keeps people out, and lets them in again; other services hide what somebody published meanwhile. */
@Injectable()
export class Suspensions {
  constructor(
    private readonly source: DataSource,
    private readonly accounts: Accounts,
    private readonly ended: EndedSessions,
    private readonly codes: Codes,
  ) {}

  /** Of somebody who is not there, done. @throws ProductError `notAllowed` but for staff, and for an account of staff */
  async suspend(userId: string, caller: Caller): Promise<void> {
    if (!isStaff(caller)) throw new ProductError('notAllowed');
    await this.set(userId, false, { sparesStaff: true });
  }

  /**
   * Shuts somebody out, with all their sessions and links, or lets them in again.
   * @returns whether there is such an account.
   */
  set(userId: string, enabled: boolean, { sparesStaff = false } = {}): Promise<boolean> {
    return this.source.transaction(async (manager) => {
      const account = await this.accounts.lock(manager, userId);
      if (!account) return false;
      if (sparesStaff && account.accountType === 'admin') throw new ProductError('notAllowed');
      await this.accounts.change(manager, account, { enabled });
      if (enabled) return true;
      await this.ended.endAll(manager, userId);
      await this.codes.spendAll(manager, userId);
      return true;
    });
  }
}
