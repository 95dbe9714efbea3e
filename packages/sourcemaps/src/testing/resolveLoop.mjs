// A separate process that resolves one stack repeatedly, a thousand times concurrently, and prints the versions of
// the map that the frames of each result come from. Arguments: database URL, project id, seconds.
import { createDatabase } from '@sluice/db';
import { createLogger, createMetrics, systemClock } from '@sluice/runtime';
import { createBlobStore, createFrameResolver, DEFAULT_RESOLVER_CONFIG } from '../../dist/index.js';

const [url, projectId, seconds] = process.argv.slice(2);
const db = createDatabase({ url, poolSize: 4, applicationName: 'sluice-test' });
const deps = { db, metrics: createMetrics(), logger: createLogger('test', 'error'), clock: systemClock };
const store = createBlobStore({ kind: 'postgres' }, db);
const resolver = createFrameResolver({ ...deps, store }, DEFAULT_RESOLVER_CONFIG);
const frames = Array.from({ length: 8 }, (_, index) => ({
  file: 'https://shop.example/app.js',
  function: 'a',
  line: 1,
  column: 1 + index * 2_000,
  inApp: true,
}));

const versionsIn = (stack) => {
  const names = stack.flatMap(({ original, unresolved }) =>
    original === null ? [unresolved] : [original.source, original.name, original.context?.line ?? 'no context'],
  );
  return [...new Set(names.map((text) => /v\d+/.exec(String(text))?.[0] ?? String(text)))];
};

const seen = new Set();
const mixed = [];
let answers = 0;
const end = Date.now() + Number(seconds) * 1_000;
for (let round = 0; round < 5 || Date.now() < end; round += 1) {
  const all = await Promise.all(
    Array.from({ length: 1_000 }, () =>
      resolver.resolve([{ projectId, release: '1', frames }], { context: true, functions: false }),
    ),
  );
  for (const [stack] of all) {
    const versions = versionsIn(stack);
    answers += 1;
    if (versions.length === 1) seen.add(versions[0]);
    else mixed.push(versions);
  }
}
await resolver.stop();
await db.close();
console.log(JSON.stringify({ answers, seen: [...seen], mixed: mixed.slice(0, 3), mixedCount: mixed.length }));
