import type { SandboxPackage } from '../../simulated/package.ts';
import { demoCompany } from '../companies.ts';
import { openSandboxInside } from '../in-process.ts';
import { listen } from '../listen.ts';
import { simulations } from '../registry.ts';
import { createSandbox } from '../sandbox.ts';
import { openSharedSandbox } from '../shared.ts';

/** What a service loads. The port says what each part does. */
const parts: SandboxPackage = {
  simulations,
  demoCompany,
  createSandbox,
  listen,
  openSandboxInside,
  openSharedSandbox,
};

export { parts as default };
