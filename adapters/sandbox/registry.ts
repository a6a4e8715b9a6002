import { applovin } from './applovin/index.ts';
import { google } from './google/index.ts';
import { linkedin } from './linkedin/index.ts';
import { meta } from './meta/index.ts';
import { openai } from './openai/index.ts';
import { pinterest } from './pinterest/index.ts';
import type { Simulation } from './simulation.ts';
import { snapchat } from './snapchat/index.ts';
import { tiktok } from './tiktok/index.ts';

/** One line per simulation. */
export const simulations: readonly Simulation[] = [
  meta,
  tiktok,
  snapchat,
  pinterest,
  google,
  linkedin,
  applovin,
  openai,
];
