import type { PlatformModule } from '../module.ts';
import { definition } from './definition.ts';
import { open } from './open.ts';
import { operations } from './operations.ts';

export const applovin = { definition, open, operations } satisfies PlatformModule;
