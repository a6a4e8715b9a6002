import { platformCalled } from '../../../core/base/platforms.ts';
import {
  endInWords,
  endsSoon,
  VERSION_NOTICE_DAYS,
  versionInUse,
} from '../../../core/ports/platform-version.ts';
import { type PlatformSettings, platformModules, variablesOf } from '../../process/platforms.ts';
import type { Check } from './check.ts';

/**
 * The versions of the platforms' APIs in use: advice, because an ended version shows as a failing
 * connection.
 */
export function versionChecks(settings: PlatformSettings, now: number): Check[] {
  const used = platformModules.flatMap((module) => {
    const { id, label, version } = module.definition;
    return version
      ? [
          {
            module,
            name: platformCalled(label),
            inUse: versionInUse(version, settings[id]?.version ?? version.pinned, now),
          },
        ]
      : [];
  });
  const late = used.filter(({ inUse }) => endsSoon(inUse));
  if (late.length > 0)
    return late.map(({ module, name, inUse }) => ({
      name: `version of ${name}`,
      ok: true,
      found: endInWords(inUse),
      fix: `Update Slipway, or set ${variablesOf(module)}_VERSION to a newer one; \`slipway rehearse --version\` compares two.`,
    }));
  const names = used.map(({ name, inUse }) => `${name} ${inUse.version}`).join(', ');
  return [
    {
      name: 'platform versions',
      ok: true,
      found: `${names}; none ends within ${VERSION_NOTICE_DAYS} days`,
    },
  ];
}
