import type { AdSetFacts } from '../../../../core/ports/platform-launch.ts';
import type { Row } from '../../kit/json.ts';

/** With the address the platform expects. */
const ways: { readonly [word: string]: { readonly type: string; readonly app_destination: string; readonly link: string } } = {
  MESSENGER: { type: 'MESSAGE_PAGE', app_destination: 'MESSENGER', link: 'https://fb.com/messenger_doc/' },
  INSTAGRAM: { type: 'INSTAGRAM_MESSAGE', app_destination: 'INSTAGRAM_DIRECT', link: 'https://www.instagram.com' },
  WHATSAPP: { type: 'WHATSAPP_MESSAGE', app_destination: 'WHATSAPP', link: 'https://api.whatsapp.com/send' },
};

/** People choose an app to write in: the creative must name all (2446493 otherwise). */
export const choosesApp = (adSet: Pick<AdSetFacts, 'destinationType'>): boolean =>
  adSet.destinationType?.startsWith('MESSAGING_') === true;

/** For a destination such as MESSAGING_INSTAGRAM_DIRECT_MESSENGER. */
export function messagingFeed(destination: string): Row {
  const words = destination.split('_');
  const named = Object.entries(ways).filter(([word]) => words.includes(word));
  return {
    optimization_type: 'DOF_MESSAGING_DESTINATION',
    call_to_actions: named.map(([, { type, ...value }]) => ({ type, value })),
  };
}
