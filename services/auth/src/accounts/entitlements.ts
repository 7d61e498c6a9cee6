import { Injectable } from '@nestjs/common';
import type { EntitlementEvent } from '@switchback/proto/billing/v1/events';
import { DataSource } from 'typeorm';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { typeFrom } from './account-type.js';
import { Accounts } from './accounts.js';

/** What subscriptions give, taken from the billing service: by its call where somebody waits, and by its event. */
@Injectable()
export class Entitlements {
  constructor(
    private readonly source: DataSource,
    private readonly accounts: Accounts,
    private readonly ended: EndedSessions,
  ) {}

  /**
   * Repeated and late entitlements do nothing; sessions go on with what the account is now.
   * @returns whether there is such an account.
   */
  take({ userId, rev, hero }: EntitlementEvent): Promise<boolean> {
    return this.source.transaction(async (manager) => {
      const account = await this.accounts.lock(manager, userId);
      if (!account) return false;
      if (rev <= account.entitledRev) return true;
      await manager.query('update account set entitled = $2, entitled_rev = $3 where user_id = $1', [
        userId,
        hero,
        rev,
      ]);
      const granted = account.grantedType ?? account.accountType;
      const accountType = typeFrom({ granted, entitled: hero });
      if (account.grantedType === null)
        await manager.query('update account set granted_type = $2 where user_id = $1', [userId, granted]);
      if (accountType === account.accountType) return true;
      await this.accounts.change(manager, account, { accountType });
      await this.ended.tellChanged(manager, userId);
      return true;
    });
  }
}
