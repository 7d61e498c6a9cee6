import { Inject, Injectable } from '@nestjs/common';
import type { Mail } from '@switchback/platform/mail/mail';
import type { EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { SignUp } from '../accounts/sign-up.entity.js';
import { AUTH_SETTINGS, type AuthSettings } from '../auth-settings.js';
import { Codes } from '../codes.js';
import { emailKey } from '../email-key.js';
import { MAIL_KINDS, type MailKind } from './mail-kinds.js';
import type { OpenMail } from './mail-queue.sql.js';
import { renderMail, type MailText } from './mail-text.js';
import { TEXTS } from './texts.js';

export type RenderedMail = Omit<Mail, 'id'>;

/**
 * Locks the row that a code belongs to while the code is issued: a deletion either finds the code, or has already
 * finished and left no row.
 */
const HELD = { mode: 'pessimistic_write' } as const;

/** Text of a mail and its recipient. */
interface Addressed {
  to: string;
  text: MailText;
}

/**
 * Writes the mails of accounts. Only this class looks up whether an address has an account, and only after the response
 * has been sent, so that neither the response nor its duration reveals it. If there is an account, its mails go to the
 * stored address, never to the typed one: two spellings may be two mailboxes.
 */
@Injectable()
export class MailRenderer {
  private readonly writers: Record<MailKind, (manager: EntityManager, mail: OpenMail) => Promise<Addressed | null>> = {
    'sign-up': (manager, mail) => this.signUp(manager, mail),
    'password-reset': (manager, mail) => this.passwordReset(manager, mail),
    'password-changed': (_manager, mail) => this.notice(mail, TEXTS.passwordChanged),
    'email-change': (manager, mail) => this.emailChange(manager, mail),
    'email-changing': (_manager, mail) => this.notice(mail, TEXTS.emailChanging),
    'provider-linked': (_manager, mail) => this.notice(mail, TEXTS.providerLinked),
    'provider-unlinked': (_manager, mail) => this.notice(mail, TEXTS.providerUnlinked),
    'recovery-codes': (_manager, mail) => this.notice(mail, TEXTS.recoveryCodes),
    'totp-on': (_manager, mail) => this.notice(mail, TEXTS.totpOn),
    'totp-off': (_manager, mail) => this.notice(mail, TEXTS.totpOff),
  };

  constructor(
    private readonly codes: Codes,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'product' | 'publicUrl'>,
  ) {}

  /** Runs in the transaction that the code of its link belongs to. Null if there is no recipient. */
  async render(manager: EntityManager, mail: OpenMail): Promise<RenderedMail | null> {
    const addressed = await this.writers[mail.kind](manager, mail);
    return addressed && { to: addressed.to, ...renderMail(addressed.text, this.settings.product) };
  }

  private async signUp(manager: EntityManager, { userId, address }: OpenMail): Promise<Addressed | null> {
    const holder = await manager.findOneBy(Account, { emailKey: emailKey(address) });
    if (holder) return this.hasAccount(holder);
    const signUp = await manager.findOne(SignUp, { where: { userId: userId ?? '' }, lock: HELD });
    if (!signUp) return null;
    const hours = MAIL_KINDS['sign-up'].hours;
    const code = await this.codes.issue(manager, { purpose: 'sign-up', userId: signUp.userId, hours });
    const link = this.page(`/signup/verify/${signUp.userId}/${code}`);
    return { to: signUp.email, text: TEXTS.signUp(link, signUp.username) };
  }

  private async passwordReset(manager: EntityManager, { address }: OpenMail): Promise<Addressed | null> {
    const where = { emailKey: emailKey(address), enabled: true };
    const account = await manager.findOne(Account, { where, lock: HELD });
    if (!account) return null;
    const hours = MAIL_KINDS['password-reset'].hours;
    const code = await this.codes.issue(manager, { purpose: 'password-reset', userId: account.userId, hours });
    const link = this.page(`/reset-password/verify/${account.userId}/${code}`);
    return { to: account.email, text: TEXTS.passwordReset(link) };
  }

  private async emailChange(manager: EntityManager, { userId, address }: OpenMail): Promise<Addressed | null> {
    const holder = await manager.findOneBy(Account, { emailKey: emailKey(address) });
    if (holder && holder.userId !== userId) return this.hasAccount(holder);
    if (!userId || !(await manager.findOne(Account, { where: { userId }, lock: HELD }))) return null;
    const draft = {
      purpose: 'email-change',
      userId,
      hours: MAIL_KINDS['email-change'].hours,
      newEmail: address,
    } as const;
    const code = await this.codes.issue(manager, draft);
    return { to: address, text: TEXTS.emailChange(this.page(`/email-change/verify/${userId}/${code}`)) };
  }

  private hasAccount({ email }: Account): Addressed {
    return { to: email, text: TEXTS.hasAccount(this.page('/login'), this.page('/forgot-password')) };
  }

  /** Writes to the address the account had when the reported change was made. */
  private async notice({ address }: OpenMail, text: (forgotten: string) => MailText): Promise<Addressed> {
    return { to: address, text: text(this.page('/forgot-password')) };
  }

  private page(path: string): string {
    return this.settings.publicUrl + path;
  }
}
