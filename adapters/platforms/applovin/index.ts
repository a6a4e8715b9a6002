import type { PlatformModule } from '../module.ts';
import { definition } from './definition.ts';
import { open } from './open.ts';
import { operations } from './operations.ts';

/** The Axon Campaign Management API of AppLovin. */
export const applovin = { definition, open, operations } satisfies PlatformModule;
