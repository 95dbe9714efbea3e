// `npm run bench [part] [--runs 5] [--seconds 6] [--profile]`: ratios taken in one run, printed as a table and, last, as one JSON line.
// `npm run bench reads [--spans 10000000] [--exceptions 1000000] [--requests 30]` fills large tables first: minutes, and some 10 GB.
// `npm run bench:sourcemaps [-- --runs 5]` makes its own maps and measures beside other libraries: some minutes.
import os from 'node:os';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    profile: { type: 'boolean', default: false },
    spans: { type: 'string', default: '10000000' },
    exceptions: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '30' },
  },
});

const PARTS = {
  gateway: async (options) => (await import('../test/bench/gateway.mjs')).benchGateway(options),
  reads: async (options) => (await import('../test/bench/reads.mjs')).benchReads(options),
  sourcemaps: async (options) => (await import('../test/bench/sourcemaps.mjs')).benchSourcemaps(options),
};

const wanted = positionals.length > 0 ? positionals : ['gateway'];
const unknown = wanted.filter((part) => !(part in PARTS));
if (unknown.length > 0) {
  console.error(`unknown part ${unknown.join(', ')}; there are: ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}

await build();
const machine = `${os.cpus().length} × ${os.cpus()[0].model}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
console.log(machine);
const { runs, seconds, profile, spans, exceptions, requests } = values;
const options = {
  runs: Number(runs),
  seconds: Number(seconds),
  profile,
  spans: Number(spans),
  exceptions: Number(exceptions),
  requests: Number(requests),
};
const results = [];
for (const part of wanted) {
  console.log(`\n== ${part}`);
  results.push(await PARTS[part](options));
}
console.log(JSON.stringify({ date: new Date().toISOString(), machine, results }));
