import { Injectable } from '@nestjs/common';
import type { EntitlementEvent } from '@switchback/proto/billing/v1/events';
import { DataSource } from 'typeorm';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { typeFrom } from './account-type.js';
import { Account } from './account.entity.js';
import { Accounts } from './accounts.js';

/** Applies entitlements from the billing service, which sends them by RPC if a person is waiting, and by event. */
@Injectable()
export class Entitlements {
  constructor(
    private readonly source: DataSource,
    private readonly accounts: Accounts,
    private readonly ended: EndedSessions,
  ) {}

  /**
   * Idempotent: ignores repeated and stale revisions. Sessions continue with the new account type.
   * @returns whether the account exists.
   */
  apply({ userId, rev, hero }: EntitlementEvent): Promise<boolean> {
    return this.source.transaction(async (manager) => {
      const account = await this.accounts.lock(manager, userId);
      if (!account) return false;
      if (rev <= account.entitledRev) return true;
      const granted = account.grantedType ?? account.accountType;
      await manager.update(Account, { userId }, { entitled: hero, entitledRev: rev, grantedType: granted });
      const accountType = typeFrom({ granted, entitled: hero });
      if (accountType === account.accountType) return true;
      await this.accounts.change(manager, account, { accountType });
      await this.ended.publishChanged(manager, userId);
      return true;
    });
  }
}
