// Writes the Grafana dashboards of deploy/observability/grafana from scripts/grafana. With --check, fails if one is outdated.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { gateway } from './grafana/gateway.mjs';
import { overview } from './grafana/overview.mjs';
import { storage } from './grafana/storage.mjs';
import { workers } from './grafana/workers.mjs';

const home = path.resolve(import.meta.dirname, '../deploy/observability/grafana');
const isCheck = process.argv.includes('--check');

if (!isCheck) await mkdir(home, { recursive: true });
for (const dashboard of [overview, gateway, workers, storage]) {
  const target = path.join(home, `${dashboard.uid}.json`);
  const text = await format(JSON.stringify(dashboard), { ...(await resolveConfig(target)), filepath: target });
  if (!isCheck) await writeFile(target, text);
  else if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
    console.error(`deploy/observability/grafana/${dashboard.uid}.json is outdated: run \`npm run dashboards\`.`);
    process.exitCode = 1;
  }
}
