// One measurement in a separate process: a JSON argument in, a JSON line out. Milliseconds, and MB of 2^20 bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadLibrary } from './libraries.mjs';

const job = JSON.parse(process.argv[2]);
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const now = () => performance.now();

/** Resident memory now and at its peak; the peak counts from `startMemory` on (Linux; elsewhere from the start of the process). */
function memoryMb(field) {
  try {
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
  } catch {
    return (field === 'VmRSS' ? process.memoryUsage.rss() / 1024 : process.resourceUsage().maxRSS) / 1024;
  }
}

function startMemory() {
  globalThis.gc?.();
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Not on Linux: the peak of the process it is.
  }
  const before = memoryMb('VmRSS');
  return () => memoryMb('VmHWM') - before;
}

/** Open and resolve one frame: first in the process, then again and again. */
async function cold({ library, input, positions, again, withContext }) {
  const open = await loadLibrary(library);
  const peak = startMemory();
  const times = [];
  let answer;
  let peakMb;
  for (let round = 0; round <= again; round += 1) {
    const started = now();
    const opened = await open(input);
    const found = await opened.ask([positions[round]]);
    if (withContext) await opened.contexts(found);
    times.push(now() - started);
    answer ??= found[0];
    peakMb ??= peak();
    await opened.close();
  }
  const { source, line, column, name } = answer;
  return {
    coldMs: times[0],
    jitMs: median(times.slice(-Math.max(3, again - 3))),
    peakMb,
    answer: { source, line, column, name },
  };
}

/** Lookups per second on an open map, all of whose parts were read before; this many positions per call. */
async function warm({ library, input, positions, aCall, milliseconds }) {
  const opened = await (await loadLibrary(library))(input, { isCached: true });
  const calls = [];
  for (let from = 0; from < positions.length; from += aCall) calls.push(positions.slice(from, from + aCall));
  for (let round = 0; round < 3; round += 1) for (const call of calls) await opened.ask(call);
  let done = 0;
  const started = now();
  while (now() - started < milliseconds) {
    for (const call of calls) {
      const found = opened.ask(call);
      done += (found instanceof Promise ? await found : found).length;
      if (now() - started >= milliseconds) break;
    }
  }
  return { perSecond: done / ((now() - started) / 1000) };
}

/** Frames of many files after a start; the others keep the last 12 maps, we keep all heads. */
async function sweep({ library, inputs }) {
  const open = await loadLibrary(library);
  const peak = startMemory();
  const kept = [];
  const times = [];
  const started = now();
  for (const { input, positions } of inputs) {
    const one = now();
    const opened = await open(input);
    await opened.ask(positions);
    times.push(now() - one);
    kept.push(opened);
    if (library !== 'sluice' && kept.length > 12) await kept.shift().close();
  }
  const result = { totalMs: now() - started, peakMb: peak(), slowestMs: Math.max(...times) };
  for (const opened of kept) await opened.close();
  return result;
}

/** Bytes of one frame, the head being there. */
async function bytes({ input, positions }) {
  const opened = await (await loadLibrary('sluice'))(input);
  const each = [];
  for (const position of positions) {
    const before = opened.bytesRead();
    await opened.ask([position]);
    each.push(opened.bytesRead() - before);
  }
  await opened.close();
  return { median: median(each), most: Math.max(...each) };
}

/**
 * Cost of an upload for the process that receives it: compiled by the pool, or parsed and decoded on the main thread.
 */
async function upload({ by, input, indexPath }) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const pool = by === 'pool' ? await makePool() : undefined;
  const { TraceMap, decodedMappings } = await import('@jridgewell/trace-mapping');
  const peak = startMemory();
  delay.enable();
  await new Promise((resolve) => setTimeout(resolve, 50));
  delay.reset();
  // After a reset the first tick is only remembered.
  await new Promise((resolve) => setTimeout(resolve, 20));
  const started = now();
  const compiled = await pool?.compile({ mapPath: input.map, indexPath, tenant: '1' });
  if (pool === undefined) decodedMappings(new TraceMap(readFileSync(input.map, 'utf8')));
  const wallMs = now() - started;
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.disable();
  const result = { wallMs, stallMs: delay.max / 1e6, peakMb: peak(), compiled };
  await pool?.close();
  return result;
}

async function makePool() {
  const { createCompilePool } = await import('../../../packages/sourcemaps/dist/pool/createCompilePool.js');
  return createCompilePool({ threads: 1, waiting: 4, waitMs: 60_000, timeoutMs: 60_000, maxHeapMb: 512 });
}

/** A compilation on the main thread of this process; hostile maps may be refused. */
async function compile({ input, indexPath }) {
  const { compileSourceMap, InvalidMapError } =
    await import('../../../packages/sourcemaps/dist/codec/compile/compileSourceMap.js');
  const peak = startMemory();
  const cpu = process.cpuUsage();
  const started = now();
  const outcome = await compileSourceMap(input.map, indexPath).then(
    () => 'stored',
    (error) => (error instanceof InvalidMapError ? 'refused' : `crashed: ${error.message}`),
  );
  const milliseconds = now() - started;
  const { user, system } = process.cpuUsage(cpu);
  const result = { outcome, milliseconds, cpuMs: (user + system) / 1000, peakMb: peak() };
  await rm(indexPath, { force: true });
  return result;
}

const measurements = { cold, warm, sweep, bytes, upload, compile };
console.log(JSON.stringify(await measurements[job.measure](job)));
