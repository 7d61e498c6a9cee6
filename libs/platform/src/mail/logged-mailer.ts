import type { Logger } from '../telemetry/logger.js';
import type { Mail, Mailer } from './mail.js';

/** Logs each failed delivery with its reason, so that an operator learns of it whatever becomes of the mail. */
export class LoggedMailer implements Mailer {
  constructor(
    private readonly mailer: Mailer,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  async send(mail: Mail): Promise<void> {
    try {
      await this.mailer.send(mail);
    } catch (error) {
      this.logger.warn({ error, mailId: mail.id }, 'A mail could not be delivered');
      throw error;
    }
  }

  probe(): Promise<void> {
    return this.mailer.probe();
  }

  close(): Promise<void> {
    return this.mailer.close();
  }
}
