import type { Feature, Finding } from '../operations/feature.ts';
import type { ServicePorts } from '../operations/ports.ts';

/** What features tell of a company to `slipway doctor`. */
export async function findingsOf(
  ports: ServicePorts,
  features: readonly Feature[],
  companyId: string,
): Promise<readonly Finding[]> {
  const found = await Promise.all(features.map((each) => each.doctor?.(ports, companyId) ?? []));
  return found.flat();
}
