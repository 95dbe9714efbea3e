// `npm run fuzz -- [--runs 200000] [--seed N]`: sends hostile inputs to every endpoint of a separate system. Prints
// the seed first, and the shrunk input of every failure. Exits with 1 if anything failed, a process ended, or an
// event loop was blocked for 200 ms. `npm run fuzz -- --floods 10` runs ten times the floods of the tests instead and
// prints their figures.
import { register } from 'node:module';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';

const MOST_STALL_MS = 200;

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '200000' }, seed: { type: 'string' }, floods: { type: 'string' } },
});
const runs = Number(values.runs);
const seed = values.seed === undefined ? Date.now() | 0 : Number(values.seed);
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  console.error('Usage: npm run fuzz -- [--runs <inputs>] [--seed <whole number>]');
  process.exit(2);
}

await build();
register('../test/e2e/support/typescriptHooks.mjs', import.meta.url);
const { startWatchedSystem } = await import('../test/hostile/support/watchedSystem.ts');
const { runFuzz } = await import('../test/hostile/fuzz/runFuzz.ts');
const { floodLine, runFloods } = await import('../test/hostile/floods/runFloods.ts');

// An interrupted run prints its results so far and leaves nothing running.
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort());
const system = await startWatchedSystem();
try {
  if (values.floods === undefined) await fuzz();
  else await runFloods(system, Number(values.floods), (figures) => console.log(floodLine(figures)));
} finally {
  await system.stop();
}

async function fuzz() {
  console.log(`${runs} inputs, seed ${seed}`);
  const started = Date.now();
  let shown = 0;
  const result = await runFuzz(system, {
    runs,
    seed,
    signal: ending.signal,
    onProgress: (tried) => {
      if (tried - shown < 10_000) return;
      shown = tried;
      console.log(`${tried} tried, ${Math.round((Date.now() - started) / 1000)} s`);
    },
  });
  for (const text of [...result.failures, ...result.troubles]) console.log(`\n${text}`);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(
    `\n${result.tried} inputs in ${seconds} s, seed ${seed}: ${result.failures.length} failures, ${result.troubles.length} troubles, ` +
      `longest stall ${result.longestStallMs} ms (${result.stalls} of 50 ms or more)`,
  );
  const isFine = result.failures.length + result.troubles.length === 0 && result.longestStallMs <= MOST_STALL_MS;
  process.exitCode = isFine ? 0 : 1;
}
