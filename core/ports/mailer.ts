/** E-mail to people. Absent where the installation has no mail server. */
export interface Mailer {
  /** Never rejects: a failure is a value. */
  send(message: MailMessage): Promise<MailResult>;
}

export interface MailMessage {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

type MailResult =
  /** Taken by the mail server. */
  | { readonly ok: true }
  /** One sentence for the log. */
  | { readonly ok: false; readonly message: string };
