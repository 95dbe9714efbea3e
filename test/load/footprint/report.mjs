// The tables of part "footprint".
import { short, spread, withSpread } from '../support/statistics.mjs';
import { printBudgets, printTable } from '../support/table.mjs';

const MIB = 2 ** 20;
const FIRST_SECONDS = 15;
const AGAIN_SECONDS = 6;
const IDLE_MIB = 350;
const LOADED_MIB = 1_024;

const mebibytes = (bytes) => Object.fromEntries(Object.entries(bytes).map(([role, value]) => [role, value / MIB]));

/** Prints everything. @returns the part's figures */
export function reportFootprint({ ready, idle, loaded, disk, queued, install }) {
  const [first, again] = [ready.firstMs, ready.againMs].map((times) => spread(times.map((ms) => ms / 1_000)));
  printTable('memory (PSS), MiB', [
    { when: 'idle', ...mebibytes(idle) },
    { when: `most at ${short(loaded.perSecond)} events/s`, ...mebibytes(loaded.most) },
    { when: 'at the end of it', ...mebibytes(loaded.last) },
  ]);
  printTable(
    'bytes of a stored event (own table with indexes; all others: receipts, usage, derived)',
    disk.map(({ type, wireBytes, ownBytes, otherBytes }) => ({
      type,
      'as JSON': wireBytes,
      'own table': ownBytes,
      others: otherBytes,
      'stored ÷ JSON': (ownBytes + otherBytes) / wireBytes,
    })),
  );
  printTable(
    'bytes of a queued event in Redis, 20 a batch (the 15-minute record included)',
    queued.map(({ type, wireBytes, memoryBytes, fileBytes }) => ({
      type,
      'as JSON': wireBytes,
      memory: memoryBytes,
      'append-only file': fileBytes,
    })),
  );
  printTable('time to ready, s', [
    { start: 'first (build, new database)', seconds: withSpread(first) },
    { start: 'again', seconds: withSpread(again) },
  ]);
  printTable('installation, MiB', [
    { what: 'node_modules, development included', size: install.allBytes / MIB },
    { what: `what it takes to run (${install.productionPackages} packages)`, size: install.productionBytes / MIB },
    { what: 'dist of all workspaces', size: install.distBytes / MIB },
  ]);
  const budgets = printBudgets([
    { name: 'memory idle', value: idle.sluice / MIB, atMost: IDLE_MIB, unit: ' MiB' },
    { name: 'memory loaded', value: loaded.most.sluice / MIB, atMost: LOADED_MIB, unit: ' MiB' },
    { name: 'first time to ready', value: first.median, atMost: FIRST_SECONDS, unit: ' s' },
    { name: 'ready again', value: again.median, atMost: AGAIN_SECONDS, unit: ' s' },
  ]);
  return { budgets, idle, loaded, disk, queued, ready: { firstSeconds: first, againSeconds: again }, install };
}
