import { startProcesses } from './processes.js';
import { newPlace, startStandaloneAt } from './standalone.js';
import { type Mode, type SystemAddress } from './system.js';

/** The environment variable with which `globalSetup` passes the address of the shared system to test files. */
export const sharedSystemVariable = 'E2E_SYSTEM';

/** `processes` if `E2E_MODE` is `processes` or `E2E_CITUS` is set, otherwise `standalone`. */
export function modeOfThisRun(): Mode {
  const mode = process.env['E2E_MODE'] ?? (process.env['E2E_CITUS'] === undefined ? 'standalone' : 'processes');
  if (mode !== 'standalone' && mode !== 'processes') throw new Error(`E2E_MODE is ${mode}`);
  return mode;
}

/** Starts a system of the given mode; the caller stops it. */
export async function startSystem(mode: Mode): Promise<{ address: SystemAddress; stop(): Promise<void> }> {
  if (mode === 'standalone') return startStandaloneAt(await newPlace());
  return startProcesses({ citus: process.env['E2E_CITUS'] !== undefined });
}
