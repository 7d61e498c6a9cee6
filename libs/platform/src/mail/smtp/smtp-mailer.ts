import { PassThrough, type Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { messageOf, type Sender } from '../envelope.js';
import { type Mail, type Mailer, MailRefused, MailUncertain } from '../mail.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** A server that says nothing for so long is gone. */
const SILENCE_TIMEOUT_MS = 20_000;

interface Options extends Sender {
  /** `smtp://` or `smtps://`, with name and password where the server wants them. */
  url: string;
  silenceTimeoutMs?: number;
}

/** What nodemailer says of a failure: which command it happened in, and what the server answered, if it did. */
interface SmtpError extends Error {
  command?: string;
  responseCode?: number | false;
}

/**
 * Hands mails over to an SMTP server (RFC 5321), with TLS as soon as the server offers it. Each has a connection of its
 * own: nodemailer's pool sends a mail again by itself when a connection breaks, whatever was said on it.
 */
export class SmtpMailer implements Mailer {
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  async send(mail: Mail): Promise<void> {
    const transport = this.connection();
    let isHandedOver = false;
    transport.use('stream', ({ message }, done) => {
      message.processFunc((input) => watched(input, () => (isHandedOver = true)));
      done();
    });
    try {
      await transport.sendMail(messageOf(mail, this.options));
    } catch (error) {
      throw asFault(error as SmtpError, isHandedOver);
    } finally {
      transport.close();
    }
  }

  async probe(): Promise<void> {
    const transport = this.connection();
    try {
      await transport.verify();
    } finally {
      transport.close();
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private connection() {
    return createTransport({
      url: this.options.url,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      dnsTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: this.options.silenceTimeoutMs ?? SILENCE_TIMEOUT_MS,
    });
  }
}

/** The same stream, telling when the last of it has been read. */
function watched(input: Readable, onRead: () => void): Readable {
  const output = new PassThrough();
  input.once('error', (error) => output.destroy(error));
  output.once('end', onRead);
  return input.pipe(output);
}

/** A server that answered has decided. One that was handed the whole mail and then did not answer may have taken it. */
function asFault(error: SmtpError, isHandedOver: boolean): MailRefused | MailUncertain {
  const { command = '', responseCode, message, cause = error } = error;
  if (typeof responseCode === 'number') {
    const isFinal = responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
    return new MailRefused(`The mail server answered ${responseCode} to ${command}`, { isFinal, cause: error });
  }
  if (isHandedOver) return new MailUncertain('The mail server was given a mail and did not answer', { cause });
  return new MailRefused(`The mail server did not take a mail: ${message}`, { isFinal: false, cause });
}
