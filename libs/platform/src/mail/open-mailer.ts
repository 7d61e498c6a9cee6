import { join } from 'node:path';
import type { Clock } from '../clock.js';
import type { Settings } from '../config/settings.js';
import type { Logger } from '../telemetry/logger.js';
import { LoggedMailer } from './logged-mailer.js';
import type { Mailer } from './mail.js';

type MailSettings = Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'PRODUCT_NAME' | 'PUBLIC_URL' | 'DATA_DIR'>;

/** Subfolder of `DATA_DIR` for mail if there is no mail server. */
export const MAIL_FOLDER = 'mail';

interface Dependencies {
  clock: Pick<Clock, 'now'>;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Creates the mailer that the settings select: SMTP if they name a server, else files in `DATA_DIR`. Does not connect
 * yet.
 */
export async function openMailer(settings: MailSettings, { clock, logger }: Dependencies): Promise<Mailer> {
  return new LoggedMailer(await chooseMailer(settings, clock), logger);
}

async function chooseMailer(settings: MailSettings, clock: Pick<Clock, 'now'>): Promise<Mailer> {
  const { SMTP_URL: url, DATA_DIR } = settings;
  const sender = senderOf(settings);
  if (url === undefined) {
    const { EmlMailer } = await import('./eml/eml-mailer.js');
    return new EmlMailer({ ...sender, folder: join(DATA_DIR, MAIL_FOLDER), clock });
  }
  const { SmtpMailer } = await import('./smtp/smtp-mailer.js');
  return new SmtpMailer({ ...sender, url });
}

function senderOf({ MAIL_FROM, PRODUCT_NAME, PUBLIC_URL }: MailSettings) {
  const { hostname: domain } = new URL(PUBLIC_URL);
  const name = PRODUCT_NAME.replace(/["\\\r\n]/g, '');
  return { from: MAIL_FROM ?? `"${name}" <no-reply@${domain}>`, domain };
}
