import { AUTH_SETTINGS, type AuthSettings } from '../auth-settings.js';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LATEST_SIGN_UP, type LatestSignUp } from '../accounts/sign-ups.js';
import type { Account } from '../accounts/account.entity.js';
import { IS_LIVE } from './sessions.js';

/** Account and sign-up that an email may refer to. */
export interface Candidate {
  account: Pick<Account, 'userId' | 'passwordHash'> | null;
  /** Latest sign-up with this email that is not yet confirmed. */
  signUp: LatestSignUp | null;
  /** Whether the account has a live session opened from this address. */
  isKnownAddress: boolean;
}

interface Row {
  userId: string | null;
  passwordHash: string | null;
  signUp: LatestSignUp | null;
  isKnownAddress: boolean;
}

/** Looks up everything a login needs before the password is checked, with the same single query for every email. */
@Injectable()
export class Candidates {
  constructor(
    private readonly source: DataSource,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'sessions'>,
  ) {}

  async find({ emailKey, address }: { emailKey: string; address: string }): Promise<Candidate> {
    const [row] = await this.source.query<[Row]>(
      `select a.user_id as "userId", a.password_hash as "passwordHash", to_json(l) as "signUp",
         exists (select from session as s where s.user_id = a.user_id and s.address = $3 and ${IS_LIVE}) as "isKnownAddress"
       from (values (1)) as asked left join account as a on a.email_key = $1 left join (${LATEST_SIGN_UP}) as l on true`,
      [emailKey, this.settings.sessions.idleDays, address],
    );
    const { userId, passwordHash, signUp, isKnownAddress } = row;
    return { account: userId === null ? null : { userId, passwordHash }, signUp, isKnownAddress };
  }
}
