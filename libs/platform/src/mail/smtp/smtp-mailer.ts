import { isIPv4, isIPv6 } from 'node:net';
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

/** Servers expect TLS from the first byte on this port (RFC 8314). */
const TLS_PORT = '465';
/** Maximum number of characters of a server's response that an error repeats. */
const WORDS_MAX = 300;

/** nodemailer's description of a failure: the command that failed, and the server's response, if any. */
interface SmtpError extends Error {
  command?: string;
  response?: string;
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
      throw asFault(error as SmtpError, isHandedOver, this.options.url);
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
      url: secureUrl(this.options.url),
      name: greetingName(this.options.domain),
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      dnsTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: this.options.silenceTimeoutMs ?? SILENCE_TIMEOUT_MS,
    });
  }
}

/** Returns the URL with TLS from the start on the port where servers expect it, whatever its scheme. */
export function secureUrl(url: string): string {
  return new URL(url).port === TLS_PORT ? url.replace(/^smtp:/i, 'smtps:') : url;
}

/**
 * Returns the name in the greeting (RFC 5321, section 4.1.1.1): a domain or an address literal. The host name of a
 * container is neither, and relays refuse a client that calls itself 127.0.0.1.
 */
function greetingName(host: string): string {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (isIPv6(address)) return `[IPv6:${address}]`;
  return isIPv4(address) ? `[${address}]` : host;
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
function asFault(error: SmtpError, isHandedOver: boolean, url: string): MailRefused | MailUncertain {
  const { command = '', response = '', responseCode, message, cause = error } = error;
  if (typeof responseCode === 'number') {
    const isFinal = responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
    return new MailRefused(`The mail server answered to ${command}: ${wordsOf(response, url)}`, { isFinal });
  }
  if (isHandedOver) return new MailUncertain('The mail server received a mail and did not answer', { cause });
  return new MailRefused(`The mail server did not accept a mail: ${message}`, { isFinal: false, cause });
}

/** Returns a response without mail addresses and without the login, which some servers repeat, on one line. */
function wordsOf(response: string, url: string): string {
  const { username, password } = new URL(url);
  let words = response.replace(/[\s\p{Cc}]+/gu, ' ');
  for (const secret of [password, username].map(decodeURIComponent))
    if (secret !== '') words = words.replaceAll(secret, '[hidden]');
  return words.replace(/[^\s<>"]+@[^\s<>"]+/g, '[address]').slice(0, WORDS_MAX);
}
