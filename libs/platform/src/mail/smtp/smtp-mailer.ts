import { PassThrough, type Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { messageOf, type Sender } from '../envelope.js';
import { type Mail, type Mailer, MailRefused, MailUncertain } from '../mail.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** A server that is silent for this long counts as gone. */
const SILENCE_TIMEOUT_MS = 20_000;

interface Options extends Sender {
  /** `smtp://` or `smtps://`, with user name and password if the server requires them. */
  url: string;
  silenceTimeoutMs?: number;
}

/** nodemailer's description of a failure: the command that failed, and the server's response code, if any. */
interface SmtpError extends Error {
  command?: string;
  responseCode?: number | false;
}

/**
 * Sends mail to an SMTP server (RFC 5321), with TLS as soon as the server offers it. Each mail gets its own connection:
 * nodemailer's pool resends a mail on its own if a connection breaks, whatever had been sent on it.
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

/** Passes the stream through, and calls `onRead` once all of it has been read. */
function watched(input: Readable, onRead: () => void): Readable {
  const output = new PassThrough();
  input.once('error', (error) => output.destroy(error));
  output.once('end', onRead);
  return input.pipe(output);
}

/**
 * Maps a failure to an error. A response from the server is decisive. A server that received the whole mail and did not
 * respond may have accepted it.
 */
function asFault(error: SmtpError, isHandedOver: boolean): MailRefused | MailUncertain {
  const { command = '', responseCode, message, cause = error } = error;
  if (typeof responseCode === 'number') {
    const isFinal = responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
    return new MailRefused(`The mail server answered ${responseCode} to ${command}`, { isFinal, cause: error });
  }
  if (isHandedOver) return new MailUncertain('The mail server received a mail and did not answer', { cause });
  return new MailRefused(`The mail server did not accept a mail: ${message}`, { isFinal: false, cause });
}
