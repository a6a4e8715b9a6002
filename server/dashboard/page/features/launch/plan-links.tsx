import { useState } from 'preact/hooks';
import type { Fault } from '../../../../../core/base/errors.ts';
import { amongAll, partsOf } from '../../../../client/launch-parts.ts';
import { client, type InputOf } from '../../base/api.ts';
import { launchLimits } from '../../base/launch-limits.ts';
import { attempt } from '../../parts/dialogs.tsx';
import { Button } from '../../parts/parts.tsx';
import { locateWarnings, type ReadSheet, type Warned } from '../../rows/sheet.ts';
import { Warnings } from '../../rows/warnings.tsx';

/** Asks other servers, so only after a press. */
export function PlanLinks({ read }: { read: ReadSheet }) {
  const [warned, setWarned] = useState<readonly Warned[]>();
  const look = async () => {
    const found = await attempt(() => linkWarnings(read));
    if (found !== undefined) setWarned(found);
  };
  return (
    <section class="card" aria-label="Links">
      <h2>Links</h2>
      {warned === undefined ? null : warned.length === 0 ? (
        <p role="status">Every link was followed to its page, and keeps its tracking parameters.</p>
      ) : (
        <Warnings warned={warned} />
      )}
      <Button waits onClick={look}>
        See where the links lead
      </Button>
    </section>
  );
}

async function linkWarnings(read: ReadSheet): Promise<readonly Warned[]> {
  const told: Fault[] = [];
  for (const part of partsOf(read.body, launchLimits())) {
    const input = {
      ads: part.ads,
      useDefaults: true,
      links: 'follow',
      validate: 'none',
    } as unknown as InputOf<'plan'>;
    told.push(...amongAll(part, (await client.plan(input)).warnings));
  }
  return locateWarnings(
    told.filter(({ code }) => LINK_CODES.includes(code)),
    read,
  );
}

const LINK_CODES: readonly string[] = [
  'redirect_loses_parameters',
  'link_not_reached',
  'links_not_followed',
];
