import type { Mail, Mailer } from '@switchback/platform/mail/mail';

/** A mailer that records its mails. */
export class FakeMailer implements Mailer {
  readonly mails: Mail[] = [];
  /** Errors for the next mails, one each. */
  readonly failures: Error[] = [];

  async send(mail: Mail): Promise<void> {
    const failure = this.failures.shift();
    if (failure) throw failure;
    this.mails.push(mail);
  }

  async probe(): Promise<void> {}

  async close(): Promise<void> {}

  to(address: string): Mail[] {
    return this.mails.filter((mail) => mail.to === address);
  }
}
