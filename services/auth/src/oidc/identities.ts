import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { emailFault } from '@switchback/contracts/rules/accounts';
import { ProductError } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { IDS } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import type { UnlinkIdentityRequest } from '@switchback/proto/auth/v1/service';
import { Repository } from 'typeorm';
import { type AccountDraft, Accounts } from '../accounts/accounts.js';
import { consentsOfSignUp } from '../accounts/consents.js';
import { SignUp } from '../accounts/sign-up.entity.js';
import { emailKey } from '../email-key.js';
import { MailQueue } from '../mails/mail-queue.js';
import { Credentials } from '../passwords/credentials.js';
import { USERS, type UsersPeer } from '../users-peer.js';
import { insertIdentity, insertStartedSignUp } from './identities.sql.js';
import type { ProvenIdentity } from './identity-provider.js';
import { Identity } from './identity.entity.js';
import { usernameIdeas } from './username-ideas.js';

/** Time limit for creating an account; leftovers of an unfinished one are deleted after it. */
const MAKING_MINUTES = 10;

/** Maps provider identities to accounts. */
@Injectable()
export class Identities {
  constructor(
    @InjectRepository(Identity) private readonly identities: Repository<Identity>,
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly mails: MailQueue,
    @Inject(USERS) private readonly users: UsersPeer,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /**
   * Finds the account of an identity: the linked one; otherwise the one with its email, which is then linked; otherwise
   * a new one.
   * @returns the user id.
   * @throws ProductError `emailNotVerified` if the identity is not linked and the provider does not vouch for the
   * address, whether or not the address has an account.
   */
  async accountOf(identity: ProvenIdentity, call: Call): Promise<string> {
    const found = await this.find(identity);
    if (found) return found;
    if (!identity.emailVerified || emailFault(identity.email) !== null) throw new ProductError('emailNotVerified');
    const account = await this.accounts.findByEmail(identity.email);
    if (account) await this.link(identity, account.userId);
    else await this.make(identity, call);
    // The first of several concurrent logins wins, and all of them get its account.
    const linked = await this.find(identity);
    if (!linked) throw new ProductError('signInExpired');
    return linked;
  }

  list(userId: string): Promise<Identity[]> {
    return this.identities.find({ where: { userId }, order: { createdAt: 'asc' } });
  }

  /**
   * Unlinks a provider from an account that has a password: without one, no way to log in might be left.
   * @throws ProductError `passwordNeeded`, `wrongPassword` with fields, `tooManyRequests`.
   */
  async unlink(userId: string, { issuer, password }: UnlinkIdentityRequest, call: Call): Promise<void> {
    const { credentials, mails } = this;
    const checked = await credentials.prove(userId, { field: 'password', password }, call);
    if (checked.passwordHash === null) throw new ProductError('passwordNeeded');
    const mailIds = await this.identities.manager.transaction(async (manager) => {
      const account = await credentials.lockUnchanged(manager, checked, 'password');
      const { affected } = await manager.delete(Identity, { userId, issuer });
      return affected ? [await mails.add(manager, { kind: 'provider-unlinked', address: account.email, userId })] : [];
    });
    await mails.send(mailIds);
  }

  private async find({ issuer, subject }: ProvenIdentity): Promise<string | null> {
    const found = await this.identities.findOneBy({ issuer, subject });
    return found?.userId ?? null;
  }

  /** Links an existing account and mails its owner. */
  private async link(identity: ProvenIdentity, userId: string): Promise<void> {
    const { accounts, mails } = this;
    const mailIds = await this.identities.manager.transaction(async (manager) => {
      const account = await accounts.lock(manager, userId);
      // The address may have changed hands since the lookup.
      if (account?.emailKey !== emailKey(identity.email) || !(await insertIdentity(manager, { ...identity, userId })))
        return [];
      return [await mails.add(manager, { kind: 'provider-linked', address: account.email, userId })];
    });
    await mails.send(mailIds);
  }

  /**
   * Creates the profile first, so that no one can log in without one; the sign-up row records it in case of a crash.
   */
  private async make(identity: ProvenIdentity, call: Call): Promise<void> {
    const { accounts, ids } = this;
    const userId = ids.uuid();
    const { until, consents, consentedAt } = await this.startAccount(userId, identity.email);
    const users = await this.users();
    await this.reserve(users, { userId, until }, identity, call);
    await users.createProfile({ userId, accountType: toWireAccountType('free') }, call);
    await this.identities.manager.transaction(async (manager) => {
      await manager.delete(SignUp, { userId });
      const draft: AccountDraft = {
        userId,
        email: identity.email,
        passwordHash: null,
        accountType: 'free',
        // The provider vouches that the address belongs to the person who logs in.
        isMailboxProven: true,
        consents,
        consentedAt,
      };
      // Another request with this identity or address was first: the profile just created is orphaned.
      if (!(await insertIdentity(manager, { ...identity, userId }))) await accounts.publishDeleted(manager, userId, 1);
      else if (!(await accounts.add(manager, draft))) {
        await manager.delete(Identity, { userId });
        await accounts.publishDeleted(manager, userId, 1);
      }
    });
  }

  /** @returns the time limit, and the consents given with the account. */
  private async startAccount(userId: string, email: string) {
    const { expiresAt, ...accepted } = await insertStartedSignUp(this.identities.manager, {
      userId,
      email,
      emailKey: emailKey(email),
      minutes: MAKING_MINUTES,
      consents: consentsOfSignUp(),
    });
    return { until: expiresAt.toISOString(), ...accepted };
  }

  private async reserve(
    users: Awaited<ReturnType<UsersPeer>>,
    held: { userId: string; until: string },
    { preferredUsername, email }: ProvenIdentity,
    call: Call,
  ): Promise<void> {
    let refusal: unknown;
    for (const username of usernameIdeas(preferredUsername, email)) {
      try {
        await users.reserveUsername({ ...held, username }, call);
        return;
      } catch (error) {
        if (!(error instanceof ProductError && error.error === 'usernameTaken')) throw error;
        refusal = error;
      }
    }
    throw new ProductError('unavailable', { cause: refusal });
  }
}
