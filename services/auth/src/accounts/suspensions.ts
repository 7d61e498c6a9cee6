import { Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';
import { DataSource } from 'typeorm';
import { Codes } from '../codes.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { Accounts } from './accounts.js';

/** Suspends and reinstates accounts; other services hide the account's published content meanwhile. */
@Injectable()
export class Suspensions {
  constructor(
    private readonly source: DataSource,
    private readonly accounts: Accounts,
    private readonly ended: EndedSessions,
    private readonly codes: Codes,
  ) {}

  /**
   * No-op if the account does not exist.
   * @throws ProductError `notAllowed` if the caller is not staff, or if the account is one of staff.
   */
  async suspend(userId: string, caller: Caller): Promise<void> {
    if (!isStaff(caller)) throw new ProductError('notAllowed');
    await this.set(userId, false, { sparesStaff: true });
  }

  /**
   * Disables an account and ends its sessions and links, or enables it again.
   * @returns whether the account exists.
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
