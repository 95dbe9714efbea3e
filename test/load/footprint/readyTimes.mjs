// From the command to `ready`: the first time (nothing built, no data) and again.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { startStandalone } from '../support/standalone.mjs';
import { copyCheckout } from './copyCheckout.mjs';

/** Each run has a separate checkout. @returns {Promise<{ firstMs: number[], againMs: number[] }>} */
export async function measureReady(directory, runs) {
  const times = { firstMs: [], againMs: [] };
  for (let run = 0; run < runs; run += 1) {
    const checkout = path.join(directory, `checkout-${run}`);
    await copyCheckout(checkout);
    // As a person starts it, demo included.
    const place = { checkout, dataDir: path.join(checkout, '.data'), env: { DEMO: '1' } };
    for (const list of [times.firstMs, times.againMs]) {
      const system = await startStandalone(place);
      list.push(system.readyMs);
      await system.stop();
    }
    await rm(checkout, { recursive: true, force: true });
  }
  return times;
}
