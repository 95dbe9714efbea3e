// The tables of part "sourcemaps": figures side by side, then requirements and whether they are met; ratios last.
import { median } from '../support/statistics.mjs';
import { LIBRARIES } from './libraries.mjs';

const SIZES = ['133kB', '1MB', '12MB', '45MB'];

const short = (value) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));
const pick = (results, field) => results.map((result) => result[field]);
const withSpread = (values) => `${short(median(values))} (${short(Math.min(...values))}–${short(Math.max(...values))})`;

function printRow(label, values) {
  console.log(`${label.padEnd(42)}${values.map((value) => String(value).padEnd(27)).join('')}`.trimEnd());
}

function printSideBySide({ cold, warm, sweep }) {
  console.log('');
  printRow('medians (least–most)', LIBRARIES);
  for (const size of SIZES) {
    const of = (field) => LIBRARIES.map((library) => withSpread(pick(cold[`${size} ${library}`], field)));
    printRow(`${size} cold, fresh process, ms`, of('coldMs'));
    printRow(`${size} opened again, ms`, of('jitMs'));
    printRow(`${size} peak RSS of the first, MB`, of('peakMb'));
    printRow(`${size} cold with 5+5 lines, ms`, [withSpread(pick(cold[`${size} sluice context`], 'coldMs'))]);
    const rates = (key) => withSpread(pick(warm[key], 'perSecond').map((rate) => rate / 1000));
    printRow(
      `${size} warm, k/s, 20 a call`,
      LIBRARIES.map((library) => rates(`${size} ${library}`)),
    );
    printRow(`${size} warm, k/s, 1 and 2,000 a call`, [rates(`${size} sluice one`), rates(`${size} sluice all`)]);
  }
  const swept = (field) => LIBRARIES.map((library) => withSpread(pick(sweep[library], field)));
  printRow('60 files × 20 frames, ms', swept('totalMs'));
  printRow('60 files × 20 frames, slowest file, ms', swept('slowestMs'));
  printRow('60 files × 20 frames, peak RSS, MB', swept('peakMb'));
}

function printHostile(hostile) {
  console.log('\nhostile maps of 52,428,800 bytes');
  for (const { name, outcome, milliseconds, cpuMs, peakMb } of hostile) {
    console.log(
      `  ${name.padEnd(44)}${outcome.padEnd(10)}${short(milliseconds)} ms (CPU ${short(cpuMs)} ms), ${short(peakMb)} MB`,
    );
  }
}

const times = (least) => ({ text: `>= ${least}x`, unit: 'x', isMet: (value) => value >= least });
const atMost = (most, unit) => ({ text: `<= ${most} ${unit}`, unit: ` ${unit}`, isMet: (value) => value <= most });

/** Ratio of medians, theirs to ours: above 1, ours is better; `field` is one for which less is better. */
const ratio = (theirs, ours, field) => median(pick(theirs, field)) / median(pick(ours, field));

function demandsOf({ maps, cold, warm, sweep, upload, bytes, postgres, hostile }) {
  const [ours, trace] = ['sluice', 'trace-mapping'];
  const coldOf = (size) => ratio(cold[`${size} ${trace}`], cold[`${size} ${ours}`], 'coldMs');
  const warmOf = (size, key = `${size} ${ours}`) =>
    median(pick(warm[key], 'perSecond')) / median(pick(warm[`${size} ${trace}`], 'perSecond'));
  const of = (key, field) => median(pick(cold[key], field));
  const sizeOf = (id) => maps[id].compiled.indexBytes / maps[id].bytes;
  return [
    ['cold, 45 MB, fresh process', of('45MB sluice', 'coldMs'), atMost(5, 'ms')],
    ['opened again, 45 MB', of('45MB sluice', 'jitMs'), atMost(1, 'ms')],
    ['peak RSS to the first frame, 45 MB', of('45MB sluice', 'peakMb'), atMost(4, 'MB')],
    ['sweep, peak RSS', median(pick(sweep[ours], 'peakMb')), atMost(64, 'MB')],
    ['bytes of one frame, head there, the most', bytes.most, atMost(8192, 'bytes')],
    ['upload 45 MB, longest stall', median(pick(upload.pool, 'stallMs')), atMost(50, 'ms')],
    ['upload 45 MB, compiled', median(pick(upload.pool, 'wallMs')) / 1000, atMost(15, 's')],
    ['upload 45 MB, peak RSS', median(pick(upload.pool, 'peakMb')), atMost(250, 'MB')],
    ['hostile, slowest', Math.max(...pick(hostile, 'milliseconds')) / 1000, atMost(30, 's')],
    ['hostile, peak RSS', Math.max(...pick(hostile, 'peakMb')), atMost(400, 'MB')],
    ['hostile, crashed', hostile.filter(({ outcome }) => outcome.startsWith('crashed')).length, atMost(0, 'maps')],
    ['cold frame through PostgreSQL', median(postgres), atMost(5, 'ms')],
    ['index to map, with contents', sizeOf('45MB'), { text: '<= 0.6x', unit: 'x', isMet: (value) => value <= 0.6 }],
    ['index to map, without contents', sizeOf('45MB-bare'), { text: '<= 1x', unit: 'x', isMet: (value) => value <= 1 }],
    ['cold, 45 MB, fresh process', coldOf('45MB'), times(150)],
    ['opened again, 45 MB', ratio(cold[`45MB ${trace}`], cold[`45MB ${ours}`], 'jitMs'), times(1000)],
    ['cold, 12 MB, fresh process', coldOf('12MB'), times(60)],
    ['cold, 1 MB, fresh process', coldOf('1MB'), times(10)],
    ['cold, 133 kB, fresh process', coldOf('133kB'), times(4)],
    ['cold with 5+5 lines, 45 MB', ratio(cold[`45MB ${trace}`], cold['45MB sluice context'], 'coldMs'), times(60)],
    ['sweep', ratio(sweep[trace], sweep[ours], 'totalMs'), times(60)],
    ['sweep, peak RSS', ratio(sweep[trace], sweep[ours], 'peakMb'), times(30)],
    ['peak RSS to the first frame, 45 MB', ratio(cold[`45MB ${trace}`], cold[`45MB ${ours}`], 'peakMb'), times(100)],
    ['warm, 45 MB', warmOf('45MB'), times(1.5)],
    ['warm, 12 MB', warmOf('12MB'), times(1.5)],
    ['warm, 1 MB', warmOf('1MB'), times(1.2)],
    ['warm, 133 kB', warmOf('133kB'), times(0.7)],
  ];
}

function printInputs({ maps, upload, bytes, postgres }) {
  console.log('');
  for (const { id, bytes: size, compiled } of Object.values(maps)) {
    const { segments, sources, indexBytes, headBytes } = compiled;
    const index = `index ${(indexBytes / size).toFixed(2)}x, head ${headBytes} bytes`;
    console.log(`${id.padEnd(10)} ${size} bytes, ${segments} segments, ${sources} sources; ${index}`);
  }
  const main = upload['trace-mapping'];
  const other = `${withSpread(pick(main, 'stallMs'))} ms stall, ${withSpread(pick(main, 'peakMb'))} MB`;
  console.log(
    `upload 45 MB: pool ${withSpread(pick(upload.pool, 'wallMs'))} ms; trace-mapping on the main thread ${other}`,
  );
  console.log(`bytes of one frame, head there: ${bytes.median} (most ${bytes.most})`);
  console.log(`cold frame through PostgreSQL, ms: ${withSpread(postgres)}, ${postgres.length} frames`);
}

/** Prints all tables. @returns the data for the JSON line */
export function printReport(measured) {
  console.log(`${measured.runs} interleaved runs, each figure from a process of its own, medians`);
  printSideBySide(measured);
  printHostile(measured.hostile);
  printInputs(measured);
  for (const text of measured.differing) console.log(`NOT CLEAN: ${text}`);
  console.log('\ndemands; ratios are trace-mapping to ours, above 1 ours is better');
  const demands = demandsOf(measured).map(([name, value, { text, unit, isMet }]) => {
    const met = isMet(value);
    console.log(`${met ? 'ok  ' : 'MISS'} ${name.padEnd(44)}${`${short(value)}${unit}`.padEnd(16)}${text}`);
    return { name, value, demand: text, met };
  });
  return { demands };
}
