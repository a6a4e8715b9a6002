import type { News } from '../events/events.ts';
import type { EndNotice } from './records.ts';

const ENDS: { readonly [N in EndNotice | 'dead' | 'refused']: string } = {
  fortnight: 'ends within 14 days',
  week: 'ends within a week',
  day: 'ends within a day',
  ended: 'has ended',
  dead: 'is refused by the platform',
  refused: 'is renewed no more by the platform',
};

export const connectionNews = (name: string, end: keyof typeof ENDS): News => ({
  kind: end === 'refused' ? 'refresh.failed' : 'connection.ends',
  title: `The connection ${name} ${ENDS[end]}`,
  text:
    end === 'ended' || end === 'dead'
      ? 'Nothing is launched, changed or read through it until you reconnect it. Its history, batches and figures stay.'
      : 'Nothing renews its credentials by itself. Reconnect it in place: its history, batches and figures stay.',
  link: 'connections',
});
