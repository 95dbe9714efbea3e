// Stores a history of the demo shop in the demo project of a running `npm start`: its events arrive in the past, so that
// lists and charts show two weeks. For screenshots, tests and work on the dashboard; `sluice demo` arrives now.
//
// A second gateway admits the visits in the order of time, with a clock that stands at each visit. Everything else is the
// running system: rules, limits and counts are those that the visits would have met.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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

/** Maximum looks, a second apart, at whether the workers are done with the history. */
const MOST_LOOKS = 120;

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
const nowMs = Date.now();
const spanMs = Number(values.days) * DAY_MS;
await ensurePast(place.databaseUrl, nowMs - spanMs, nowMs);
const { setUpShop } = await load('packages/cli/dist/demo/setUpShop.js');
await setUpShop({ ...demo, url: demo.baseUrl }, nowMs, AbortSignal.timeout(60_000));
const sent = await withPastGateway((gateway) => sendPast(gateway, Number(values.count)));
await countDays(place.databaseUrl);
console.log(`Sent ${sent.events} events of ${values.days} days: ${JSON.stringify(sent.tally)}`);
console.log(await returnAnIssue());

/** The modules of `sluice demo`. */
async function loadDemo() {
  const names = ['history', 'nextVisit', 'random', 'sendBatch'];
  return Object.assign({}, ...(await Promise.all(names.map((name) => load(`packages/cli/dist/demo/${name}.js`)))));
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
  // The workers are still at the history.
  let issue;
  for (let before, looks = 0; looks < MOST_LOOKS && (issue === undefined || issue.count !== before); looks += 1) {
    before = issue?.count;
    await delay(1_000);
    issue = await findIssue();
  }
  if (issue === undefined) return 'No issue was opened, so none came back.';
  await api(`/${issue.id}`, { method: 'PATCH', body: JSON.stringify({ status: 'resolved' }) });
  const { nextVisit, createRandom, sendBatch } = await loadDemo();
  const chance = createRandom(Number(values.seed) + 1);
  const readStatus = async () => (await api(`/${issue.id}`)).status;
  const meetsIssue = ({ events }) =>
    events.some(({ payload }) => payload.message && issue.title.includes(payload.message));
  // Few visits, and each is stored before the next one: spike protection refuses the spans of a burst, whose traces are then missing.
  for (let made = 0; (await readStatus()) === 'resolved' && made < MOST_VISITS; made += 1) {
    const batches = nextVisit(chance, Date.now(), Date.now());
    if (!batches.some(meetsIssue)) continue;
    for (const batch of batches) await sendBatch({ endpoint: `${demo.baseUrl}/api/envelope`, key: demo.key }, batch);
    for (let looks = 0; (await readStatus()) === 'resolved' && looks < RETURN_LOOKS; looks += 1) await delay(500);
  }
  const hasReturned = (await readStatus()) !== 'resolved';
  return `"${issue.title}" was resolved, and ${hasReturned ? 'came back' : 'has not come back yet'}.`;
}

/** Sends the visits, each at its time. */
async function sendPast({ clock, url }, count) {
  const { createHistory, nextVisit, createRandom, sendBatch } = await loadDemo();
  const chance = createRandom(Number(values.seed));
  const momentOf = createHistory(nowMs, spanMs);
  const total = { events: 0, tally: {} };
  while (total.events < count) {
    clock.nowMs = Math.round(momentOf(total.events / count));
    const batches = nextVisit(chance, clock.nowMs, nowMs);
    for (const answer of await Promise.all(
      batches.map((batch) => sendBatch({ endpoint: url, key: demo.key }, batch)),
    )) {
      if (answer.tally === undefined) throw new Error(`A batch was rejected: ${answer.status} ${answer.message}`);
      for (const [outcome, events] of Object.entries(answer.tally)) {
        total.tally[outcome] = (total.tally[outcome] ?? 0) + events;
        total.events += events;
      }
    }
  }
  return total;
}

/** Counts all days at once; the running system looks at days of the past every ten minutes. */
async function countDays(url) {
  const { createDatabase, deriveDay, listDueDays } = await load('packages/db/dist/index.js');
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
