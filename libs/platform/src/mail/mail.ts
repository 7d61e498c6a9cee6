/** One mail to one person. */
export interface Mail {
  /** Unique and URL-safe, at most 64 characters: resending the same mail reuses its message id. */
  id: string;
  /** A bare address. */
  to: string;
  /** Reply address, if not the sender: a bare address. */
  replyTo?: string;
  subject: string;
  text: string;
  /** HTML version of the text, with user input escaped. */
  html?: string;
}

/** Port to mail: submits a mail for delivery. */
export interface Mailer {
  /**
   * Resolves once the mail was accepted.
   * @throws MailRefused if it was certainly not accepted.
   * @throws MailUncertain if that is unknown: the connection broke after the whole mail had been sent.
   */
  send(mail: Mail): Promise<void>;
  /** Resolves if mail would currently be accepted, as far as can be determined without sending any. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** The mail was not accepted; resending it cannot duplicate it. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** True if retrying is pointless: the address or the mail is rejected permanently. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

/** The mail may have been accepted; resending it could duplicate it. */
export class MailUncertain extends Error {
  override readonly name = 'MailUncertain';
}
