import { features } from '../core/features/registry.ts';
import { hooksOf } from '../core/operations/feature.ts';
import type { ServicePorts } from '../core/operations/ports.ts';

/** Ports of a test for what takes those of the whole service: the test reaches no others. */
export const asService = (
  ports: Omit<Partial<ServicePorts>, 'files' | 'hooks'> & { readonly files?: object },
): ServicePorts => ({ hooks: hooksOf(features), ...ports }) as ServicePorts;
