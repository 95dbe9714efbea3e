// Stores a history of the demo shop in the demo project of a running `npm start`: its events arrive in the past, so that
// lists and charts show two weeks. For screenshots, tests and work on the dashboard; `sluice demo` arrives now.
//
// It sends no faster than the workers store, waits when the system asks for it, and goes on where it was interrupted.
//
// A second gateway admits the visits in the order of time, with a clock that stands at each visit. Everything else is the
// running system: rules, limits and counts are those that the visits would have met.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Maximum visits until a resolved issue has come back: it is the most frequent one. */
const MOST_VISITS = 400;

/** Maximum looks, half a second apart, at whether a visit has brought the issue back. */
const RETURN_LOOKS = 20;

/** How long an answer may take on a slow machine, and the source maps of the shop. */
const [ANSWER_MS, SET_UP_MS] = [60_000, 600_000];

/** How often progress is printed and kept. */
const PROGRESS_MS = 5_000;

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '14' },
    count: { type: 'string', default: '40000' },
    seed: { type: 'string', default: '41' },
  },
});

// Workers take an older job for one whose receipt is gone.
const receiptHours = Number(process.env.RECEIPT_HOURS ?? 72);
if (Number(values.days) * 24 > receiptHours) {
  console.error(`Workers store events of the last ${receiptHours} hours. For ${values.days} days, start the system and this command with
RECEIPT_HOURS=${Number(values.days) * 24 + 24}.`);
  process.exit(2);
}

const root = path.resolve(import.meta.dirname, '..');
const dataDir = path.resolve(root, process.env.DATA_DIR ?? '.data');
const load = (file) => import(path.join(root, file));
const readJson = async (name) => JSON.parse(await readFile(path.join(dataDir, name), 'utf8'));

const place = await readJson('runtime.json');
const demo = await readJson('demo.json');
const stateFile = path.join(dataDir, 'demo-history.json');
const options = JSON.stringify(values);
const state = await readState();
const { nowMs } = state;
const spanMs = Number(values.days) * DAY_MS;
await ensurePast(place.databaseUrl, nowMs - spanMs, nowMs);
const { createHistory, createPacer, createRandom, nextVisit, sendBatch, sendPatiently, setUpShop } =
  await load('packages/demo/dist/index.js');
await setUpShop({ ...demo, url: demo.baseUrl }, nowMs, AbortSignal.timeout(SET_UP_MS));
const { depth, pacer } = await openPacer();
try {
  await withPastGateway((gateway) => sendPast(gateway, Number(values.count)));
  console.log(`Sent ${countOf(state.events)} events of ${values.days} days: ${JSON.stringify(state.tally)}`);
  await pacer.drained();
  await countDays(place.databaseUrl);
  console.log(await returnAnIssue());
  await rm(stateFile, { force: true });
} finally {
  await depth.stop();
}

function countOf(count) {
  return count.toLocaleString('en-US');
}

/** Reads how far an earlier run with the same options came; visits follow from the seed and the end of the history. */
async function readState() {
  const kept = await readFile(stateFile, 'utf8').then(JSON.parse, () => undefined);
  if (kept?.options !== options) return { options, nowMs: Date.now(), visits: 0, events: 0, tally: {} };
  console.log(`Going on after ${countOf(kept.events)} events. To start anew, remove ${stateFile}.`);
  return kept;
}

/** Paces by the queues of the running system. */
async function openPacer() {
  const { createDepthReader } = await load('packages/queues/dist/index.js');
  const { EVENT_TYPES } = await load('packages/contract/dist/index.js');
  const { readSettings } = await load('packages/runtime/dist/index.js');
  const { GATEWAY_SETTINGS } = await load('services/gateway/dist/index.js');
  const { shards } = readSettings(GATEWAY_SETTINGS, { PORT: '0' });
  const depth = createDepthReader({ url: place.redisQueueUrl, shards });
  await depth.start();
  const readBacklog = async () => {
    const queues = await Promise.all(EVENT_TYPES.map((type) => depth.read(type)));
    return queues.reduce((sum, { events }) => sum + events, 0);
  };
  return { depth, pacer: createPacer({ readBacklog, wait: delay, now: Date.now, note: console.log }) };
}

/** Creates the partitions of the past days. */
async function ensurePast(url, fromMs, throughMs) {
  const { createDatabase, ensurePartitions, PARTITIONED_TABLES } = await load('packages/db/dist/index.js');
  const db = createDatabase({ url, poolSize: 1, applicationName: 'demo-history' });
  await ensurePartitions(db, { tables: PARTITIONED_TABLES, interval: 'day', fromMs, throughMs });
  await db.close();
}

/** Runs a gateway whose clock the callee moves; stops it afterwards. */
async function withPastGateway(use) {
  const { createGateway, GATEWAY_SETTINGS, openGatewayDatabase } = await load('services/gateway/dist/index.js');
  const { createLogger, createMetrics, poolDefaults, readSettings } = await load('packages/runtime/dist/index.js');
  const logger = createLogger('gateway', 'warn');
  const spoolDir = await mkdtemp(path.join(tmpdir(), 'sluice-history-'));
  const clock = { nowMs };
  const metrics = createMetrics(false);
  const database = openGatewayDatabase(place.databaseUrl, poolDefaults('demo-history', { logger, metrics }));
  const settings = readSettings(GATEWAY_SETTINGS, { TRUSTED_PROXIES: '127.0.0.1/32', PORT: '0' });
  const { redisUrl, redisQueueUrl } = place;
  const now = () => clock.nowMs;
  const gateway = createGateway(
    { database, logger, metrics, clock: now, allowanceClock: now },
    { ...settings, host: '127.0.0.1', port: 0, redisUrl, redisQueueUrl, spoolDir },
  );
  await gateway.start();
  try {
    return await use({ clock, url: `http://127.0.0.1:${gateway.port()}/api/envelope` });
  } finally {
    await gateway.stop();
    await database.close();
    await rm(spoolDir, { recursive: true, force: true });
  }
}

/** Resolves the issue with the most events, as somebody would who fixed the wrong thing, and lets visitors of now meet it again. */
async function returnAnIssue() {
  const api = (place, request) =>
    fetch(`${demo.baseUrl}/api/0/projects/${demo.organization}/${demo.project}/issues${place}`, {
      ...request,
      headers: { Authorization: `Bearer ${demo.token}`, 'Content-Type': 'application/json' },
    }).then((response) => response.json());
  const findIssue = async () => (await api('?sort=count&limit=1')).data[0];
  const issue = await findIssue();
  if (issue === undefined) return 'No issue was opened, so none came back.';
  await api(`/${issue.id}`, { method: 'PATCH', body: JSON.stringify({ status: 'resolved' }) });
  const send = senderTo(`${demo.baseUrl}/api/envelope`);
  const chance = createRandom(Number(values.seed) + 1);
  const readStatus = async () => (await api(`/${issue.id}`)).status;
  const meetsIssue = ({ events }) =>
    events.some(({ payload }) => payload.message && issue.title.includes(payload.message));
  // Few visits, and each is stored before the next one: spike protection refuses the spans of a burst, whose traces are then missing.
  for (let made = 0; (await readStatus()) === 'resolved' && made < MOST_VISITS; made += 1) {
    const batches = nextVisit(chance, Date.now(), Date.now());
    if (!batches.some(meetsIssue)) continue;
    for (const batch of batches) await send(batch);
    for (let looks = 0; (await readStatus()) === 'resolved' && looks < RETURN_LOOKS; looks += 1) await delay(500);
  }
  const hasReturned = (await readStatus()) !== 'resolved';
  return `"${issue.title}" was resolved, and ${hasReturned ? 'came back' : 'has not come back yet'}.`;
}

/** Returns a function that sends a batch until it is taken, and returns its tally. */
function senderTo(endpoint) {
  const send = (batch) => sendBatch({ endpoint, key: demo.key }, batch, ANSWER_MS);
  return (batch) => sendPatiently(batch, { send, wait: delay, note: console.log });
}

/** Sends the visits, each at its time; those of an earlier run are made again and not sent. */
async function sendPast({ clock, url }, count) {
  const send = senderTo(url);
  const chance = createRandom(Number(values.seed));
  const momentOf = createHistory(nowMs, spanMs);
  let shownAt = Date.now();
  for (let [visits, events] = [0, 0]; events < count; visits += 1) {
    clock.nowMs = Math.round(momentOf(events / count));
    const batches = nextVisit(chance, clock.nowMs, nowMs);
    events += batches.reduce((sum, batch) => sum + batch.events.length, 0);
    if (visits < state.visits) continue;
    await pacer.ready();
    for (const tally of await Promise.all(batches.map(send))) {
      for (const [outcome, settled] of Object.entries(tally ?? {})) {
        state.tally[outcome] = (state.tally[outcome] ?? 0) + settled;
      }
    }
    Object.assign(state, { visits: visits + 1, events });
    if (Date.now() - shownAt < PROGRESS_MS) continue;
    shownAt = Date.now();
    await writeFile(stateFile, JSON.stringify(state));
    console.log(`${countOf(events)} of ${countOf(count)} events sent.`);
  }
  await writeFile(stateFile, JSON.stringify(state));
}

/** Counts all days at once; the running system looks at days of the past every ten minutes. */
async function countDays(url) {
  const { createDatabase } = await load('packages/db/dist/index.js');
  const { deriveDay, listDueDays } = await load('packages/visits/dist/index.js');
  const { readAgent } = await load('packages/enrichment/dist/index.js');
  const db = createDatabase({ url, poolSize: 1, applicationName: 'demo-history' });
  try {
    for (let quiet = 0, tries = 0; quiet < 3 && tries < 120; tries += 1) {
      const due = await listDueDays(db, nowMs - spanMs, 1_000);
      for (const day of due) await deriveDay(db, day, { clock: Date.now, readAgent });
      // Workers may still be storing.
      quiet = due.length === 0 ? quiet + 1 : 0;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  } finally {
    await db.close();
  }
}
