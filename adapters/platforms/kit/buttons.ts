import type { ReportFault } from '../../../core/base/schema/faults.ts';
import { nearestName } from '../../../core/base/schema/unknown-fields.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';

export function buttonRules({ cta }: LaunchAd, offered: readonly string[], report: ReportFault): void {
  if (cta === undefined || offered.includes(cta)) return;
  const near = offered.filter((known) => known.split('_')[0] === cta.toUpperCase().split('_')[0]);
  const meant = nearestName(cta, offered);
  const close = [...new Set([...(meant === undefined ? [] : [meant]), ...near])].slice(0, 5);
  const usual = ['LEARN_MORE', 'SHOP_NOW', 'SIGN_UP'].filter((each) => offered.includes(each));
  const buttons = (close.length > 0 ? close : usual.length > 0 ? usual : offered.slice(0, 3)).join(', ');
  const hint = close.length > 0 ? `Close to it: ${buttons}.` : `Most ads use ${buttons}.`;
  const button = cta.slice(0, 40);
  report('cta', 'call_to_action', `The platform has no call to action ${button}. ${hint}`, { values: { button, buttons } });
}
