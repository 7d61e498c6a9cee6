import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Clock } from '../../clock.js';
import { messageOf, type Sender } from '../envelope.js';
import { type Mail, type Mailer, MailRefused } from '../mail.js';

interface Options extends Sender {
  /** Absolute path; created if missing. */
  folder: string;
  clock: Pick<Clock, 'now'>;
}

/**
 * Writes each mail to a folder instead of sending it, as a file that any mail program can open. File names start with
 * the time: `20260102T030405678Z-<id>.eml`.
 */
export class EmlMailer implements Mailer {
  private readonly composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(private readonly options: Options) {}

  async send(mail: Mail): Promise<void> {
    const { folder, clock } = this.options;
    const { message } = await this.composer.sendMail(messageOf(mail, this.options));
    const time = clock.now().toISOString().replace(/[-:.]/g, '');
    const file = join(folder, `${time}-${mail.id}.eml`);
    try {
      await this.probe();
      // Readers of the folder only ever see complete mails.
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
    } catch (cause) {
      throw new MailRefused('The mail could not be written', { isFinal: false, cause });
    }
  }

  async probe(): Promise<void> {
    await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
  }

  close(): Promise<void> {
    this.composer.close();
    return Promise.resolve();
  }
}
