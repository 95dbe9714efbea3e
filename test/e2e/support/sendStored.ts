import { type WireEvent } from './events.js';
import { sendAccepted } from './send.js';
import { countStored, waitForStored } from './stored.js';
import { type System } from './system.js';
import { type Project } from './tenant.js';

/** Sends batches one after the other and resolves when all of them are stored in addition to earlier events. */
export async function sendStored(
  system: System,
  project: Project,
  ...batches: readonly (readonly WireEvent[])[]
): Promise<void> {
  const before = Object.values(await countStored(system, project)).reduce((sum, count) => sum + count, 0);
  for (const batch of batches) await sendAccepted(system.baseUrl, project, batch);
  await waitForStored(system, project, before + batches.flat().length);
}
