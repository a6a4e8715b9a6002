import type { MailMessage } from '../ports/mailer.ts';

type Text = Pick<MailMessage, 'subject' | 'text'>;

export const inviteMail = ({
  company,
  link,
  until,
}: {
  company: string;
  link: string;
  until: number;
}): Text => ({
  subject: `You are invited to ${company} on Slipway`,
  text: [
    `You are invited to ${company} on Slipway, where ads are launched in batches.`,
    `Open this page and press the button to accept:\n${link}`,
    `The link works once, until ${new Date(until).toUTCString()}. Anyone with this link can accept in your place: do not share it.`,
    'You do not know what this is about? Then nothing happens if you do nothing.',
  ].join('\n\n'),
});

export const signInMail = ({ link, minutes }: { link: string; minutes: number }): Text => ({
  subject: 'Your link to sign in to Slipway',
  text: [
    `Open this page and press the button to sign in:\n${link}`,
    `The link works once, within ${minutes} minutes. Anyone with this link can sign in as you: do not share it.`,
    'You did not ask for it? Then nothing happens if you do nothing.',
  ].join('\n\n'),
});

/** To a person who asked for a link and signs in with the provider. */
export const useProviderMail = ({
  provider,
  publicUrl,
}: {
  provider: string;
  publicUrl: string;
}): Text => ({
  subject: `Sign in to Slipway with ${provider}`,
  text: [
    `A link to sign in was asked for with your address. You sign in with ${provider}, so none was made.`,
    `Open this page and press its button:\n${publicUrl}/`,
    'You did not ask for it? Then nothing happens if you do nothing.',
  ].join('\n\n'),
});
