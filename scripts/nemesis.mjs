// `npm run nemesis -- --minutes 30 --seed 7`: random faults over a whole system under load, and their report.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
if (!(minutes > 0 && minutes <= 24 * 60) || !Number.isInteger(seed)) {
  console.error('usage: npm run nemesis -- [--minutes 30] [--seed <whole number>]');
  process.exit(2);
}

const child = spawn(process.execPath, [path.join(import.meta.dirname, 'test.mjs'), '--selectProjects', 'nemesis'], {
  env: { ...process.env, NEMESIS_MINUTES: String(minutes), FAULTS_SEED: String(seed) },
  stdio: 'inherit',
});
const stop = () => child.kill('SIGTERM');
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
});
