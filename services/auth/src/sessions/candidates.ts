import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import type { LatestSignUp } from '../accounts/sign-ups.sql.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth-settings.js';
import { findCandidate } from './candidates.sql.js';

/** Account and sign-up that an email may refer to. */
export interface Candidate {
  account: Pick<Account, 'userId' | 'passwordHash'> | null;
  /** Latest sign-up with this email that is not yet confirmed. */
  signUp: LatestSignUp | null;
  /** Whether the account has a live session opened from this address. */
  isKnownAddress: boolean;
}

/** Looks up everything a login needs before the password is checked, with the same single query for every email. */
@Injectable()
export class Candidates {
  constructor(
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'sessions'>,
  ) {}

  async find(claim: { emailKey: string; address: string }): Promise<Candidate> {
    const { idleDays } = this.settings.sessions;
    const { userId, passwordHash, ...candidate } = await findCandidate(this.accounts.manager, claim, idleDays);
    return { account: userId === null ? null : { userId, passwordHash }, ...candidate };
  }
}
