import type { Mail } from '@switchback/platform/mail/mail';
import type { EntityManager } from 'typeorm';
import { Account, type PendingMail, SignUp } from '../auth.entities.js';
import type { Codes } from '../codes.js';
import { emailKey } from '../email-key.js';
import { MAIL_KINDS, type MailKind } from './mail-kinds.js';
import { letterOf, type LetterText } from './letter-text.js';
import { TEXTS } from './texts.js';

export type Letter = Omit<Mail, 'id'>;

type Waiting = Pick<PendingMail, 'kind' | 'address' | 'userId'>;

interface Parts {
  codes: Codes;
  product: string;
  publicUrl: string;
}

/**
 * Writes the mails of accounts. Only here is it looked up whether an address has an account, when nobody waits for an
 * answer any more: so that no answer, nor how long it took, tells of it.
 */
export class Letters {
  private readonly writers: Record<MailKind, (manager: EntityManager, mail: Waiting) => Promise<LetterText | null>> = {
    'sign-up': (manager, mail) => this.signUp(manager, mail),
    'password-reset': (manager, mail) => this.passwordReset(manager, mail),
    'password-changed': async () => TEXTS.passwordChanged(this.page('/forgot-password')),
    'email-change': (manager, mail) => this.emailChange(manager, mail),
    'email-changing': async () => TEXTS.emailChanging(this.page('/forgot-password')),
    'provider-linked': async () => TEXTS.providerLinked(this.page('/forgot-password')),
    'provider-unlinked': async () => TEXTS.providerUnlinked(this.page('/forgot-password')),
    'recovery-codes': async () => TEXTS.recoveryCodes(this.page('/forgot-password')),
    'totp-on': async () => TEXTS.totpOn(this.page('/forgot-password')),
    'totp-off': async () => TEXTS.totpOff(this.page('/forgot-password')),
  };

  constructor(private readonly parts: Parts) {}

  /** In the transaction the code of its link belongs to. Null where there is nobody to write to. */
  async write(manager: EntityManager, mail: Waiting): Promise<Letter | null> {
    const text = await this.writers[mail.kind](manager, mail);
    return text && { to: mail.address, ...letterOf(text, this.parts.product) };
  }

  private async signUp(manager: EntityManager, { userId, address }: Waiting): Promise<LetterText | null> {
    if (await manager.existsBy(Account, { emailKey: emailKey(address) }))
      return TEXTS.hasAccount(this.page('/login'), this.page('/forgot-password'));
    const signUp = await manager.findOneBy(SignUp, { userId: userId ?? '' });
    if (!signUp) return null;
    const hours = MAIL_KINDS['sign-up'].hours;
    const code = await this.parts.codes.issue(manager, { purpose: 'sign-up', userId: signUp.userId, hours });
    return TEXTS.signUp(this.page(`/signup/verify/${signUp.userId}/${code}`));
  }

  private async passwordReset(manager: EntityManager, { address }: Waiting): Promise<LetterText | null> {
    const account = await manager.findOneBy(Account, { emailKey: emailKey(address), enabled: true });
    if (!account) return null;
    const hours = MAIL_KINDS['password-reset'].hours;
    const code = await this.parts.codes.issue(manager, { purpose: 'password-reset', userId: account.userId, hours });
    return TEXTS.passwordReset(this.page(`/reset-password/verify/${account.userId}/${code}`));
  }

  private async emailChange(manager: EntityManager, { userId, address }: Waiting): Promise<LetterText | null> {
    const holder = await manager.findOneBy(Account, { emailKey: emailKey(address) });
    if (holder && holder.userId !== userId) return TEXTS.hasAccount(this.page('/login'), this.page('/forgot-password'));
    if (!userId || !(await manager.existsBy(Account, { userId }))) return null;
    const draft = {
      purpose: 'email-change',
      userId,
      hours: MAIL_KINDS['email-change'].hours,
      newEmail: address,
    } as const;
    const code = await this.parts.codes.issue(manager, draft);
    return TEXTS.emailChange(this.page(`/email-change/verify/${userId}/${code}`));
  }

  private page(path: string): string {
    return this.parts.publicUrl + path;
  }
}
