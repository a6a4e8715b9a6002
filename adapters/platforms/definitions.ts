import { definition as applovin } from './applovin/definition.ts';
import { definition as google } from './google/definition.ts';
import { definition as linkedin } from './linkedin/definition.ts';
import { definition as meta } from './meta/definition.ts';
import { definition as openai } from './openai/definition.ts';
import { definition as pinterest } from './pinterest/definition.ts';
import { definition as snapchat } from './snapchat/definition.ts';
import { definition as tiktok } from './tiktok/definition.ts';
import type { PlatformDefinition } from './types.ts';

/**
 * In the order of registry.ts. The spreadsheet's script bundles this file, so it must not import
 * what reaches a platform.
 */
export const platformDefinitions: readonly PlatformDefinition[] = [
  meta,
  tiktok,
  snapchat,
  pinterest,
  google,
  linkedin,
  applovin,
  openai,
];
