import type { SheetReport } from '../../../core/sheet/report-definition.ts';
import type { App } from '../../base/app.ts';
import { say } from '../../base/say.ts';

/**
 * Tells whoever the report names that a scheduled refresh has failed: once, until it has succeeded again. The e-mail is sent
 * by Google in the name of the person whose schedule it is.
 */
export function tellByMail({ spreadsheet }: Pick<App, 'spreadsheet'>, { definition }: SheetReport, words: string): void {
  const { notify, name } = definition;
  if (notify === undefined) return;
  try {
    MailApp.sendEmail(
      notify,
      say('mailSubject', { name }),
      [words, '', say('mailFigures', { url: spreadsheet.getUrl() }), '', say('mailOnce')].join('\n'),
    );
  } catch {
    // Without the permission, or past the day's allowance, the line above the figures still says it.
  }
}
