/** Messages to people, by e-mail. Absent where the installation has no mail server. */
export interface Mailer {
  /** Hands one message to the mail server. Never rejects: what went wrong is a value. */
  send(message: MailMessage): Promise<MailResult>;
}

export interface MailMessage {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export type MailResult =
  /** The mail server has taken it. */
  | { readonly ok: true }
  /** One sentence for the log: it cannot be reached, it refuses us, or the address. */
  | { readonly ok: false; readonly message: string };
