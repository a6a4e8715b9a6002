import { optionalPart } from '../../core/base/optional-part.ts';
import type { Mailer } from '../../core/ports/mailer.ts';

interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for encryption from the start. */
  readonly url: string;
  /** Who writes: `Slipway <ads@example.com>`. */
  readonly from: string;
}

interface SmtpMailer extends Mailer {
  /** Connects, encrypts and signs in, sends nothing. Throws the server's error. */
  verify(): Promise<void>;
}

/** How long a mail server may take for anything. */
const PATIENCE_MS = 20_000;

/**
 * Mail over SMTP. With `smtp://` it encrypts when offered, and must before sending a password to
 * another machine. Loads the library with the first message.
 */
export function createSmtpMailer({ url, from }: SmtpOptions): SmtpMailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const opened = async () => {
    const { createTransport } = await optionalPart('Mail', () => import('nodemailer'));
    return createTransport({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'smtps:' ? 465 : 587),
      secure: protocol === 'smtps:',
      requireTLS: username !== '' && !isLocal,
      ignoreTLS: isLocal && protocol === 'smtp:',
      ...(username !== '' && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      // Messages are text: nothing is read from files or fetched.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transport: ReturnType<typeof opened> | undefined;
  return {
    async verify() {
      await (await opened()).verify();
    },
    async send({ to, subject, text }) {
      try {
        transport ??= opened();
        // As an object the address is one address, whatever it holds.
        await (await transport).sendMail({ from, to: { name: '', address: to }, subject, text });
        return { ok: true };
      } catch (error) {
        return { ok: false, message: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
