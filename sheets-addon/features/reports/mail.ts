import type { SheetReport } from '../../../core/sheet/report-definition.ts';
import type { App } from '../../base/app.ts';
import { backend } from '../../base/host.ts';
import type { Service } from '../../base/service.ts';

/**
 * Has the service tell of a failed scheduled refresh, once until it succeeds. The sheet needs no
 * permission to send mail.
 */
export async function tellOfFailure(
  { spreadsheet }: Pick<App, 'spreadsheet'>,
  service: Service,
  {
    id,
    doc: { definition },
    words,
  }: { readonly id: string; readonly doc: SheetReport; readonly words: string },
): Promise<void> {
  if (definition.notify === undefined || backend().address === undefined) return;
  try {
    await service.call('sheets.refreshFailed', {
      spreadsheetId: spreadsheet.getId(),
      reportId: id,
      name: definition.name,
      message: words,
    });
  } catch {
    // Where the service cannot be asked either, the line above the figures still says it.
  }
}
