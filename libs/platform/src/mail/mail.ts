/** One mail to one person. */
export interface Mail {
  /** Unique and URL-safe, at most 64 characters: the same mail sent twice carries the same message id. */
  id: string;
  /** An address, and nothing else. */
  to: string;
  /** Whom an answer goes to, if not the sender: an address, and nothing else. */
  replyTo?: string;
  subject: string;
  text: string;
  /** The same, for readers that show it; what a person wrote in it is escaped. */
  html?: string;
}

/** The port to mail: hands a mail over to whoever delivers it. */
export interface Mailer {
  /**
   * Resolves when it was taken over.
   * @throws MailRefused when it was surely not.
   * @throws MailUncertain when that cannot be known: the connection broke after the whole mail had been handed over.
   */
  send(mail: Mail): Promise<void>;
  /** Resolves when mails would be taken now, as far as that can be known without sending one. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** The mail was not taken over; sending it again cannot make two of it. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** Whether trying again is of no use: the address, or the mail, is not wanted at all. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

/** The mail may have been taken over; sending it again could make two of it. */
export class MailUncertain extends Error {
  override readonly name = 'MailUncertain';
}
