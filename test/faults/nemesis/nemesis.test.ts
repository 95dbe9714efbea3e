import { expect, test } from '@jest/globals';
import { createProject } from '../../e2e/support/tenant.js';
import { letPass } from '../../e2e/support/waitFor.js';
import { startAlertReceiver } from '../support/alerts/alertReceiver.js';
import { CAP, startAlerting, watched, watchedCap, WATCHED_MS } from '../support/alerts/alertingLoad.js';
import { addAlertRule, alertSettings, type AlertRule } from '../support/alerts/alertRule.js';
import { expectAlerted, type AlertFigures } from '../support/alerts/expectAlerted.js';
import { addTallies, startLoad, summaryOf, type SentBatch } from '../support/load.js';
import { expectKept } from '../support/oracle.js';
import { faultsSeed, seededRandom } from '../support/random.js';
import { untilAcknowledged, useRig } from '../support/rig.js';
import { faults, createGround } from './faults.js';
import { useResource } from '@sluice/testkit/useResource';

/**
 * Random faults, one after the other, in a whole system under load, for `NEMESIS_MINUTES`. Each round of four and a half minutes
 * uses a new project and ends with the oracles of events and of alerts, so that a difference is reported close to its cause. Issues
 * open, come back and become frequent, a log rate rises and falls, and requests are refused: the judge of alerts fails if one of them
 * never happened.
 */

const minutes = Number(process.env['NEMESIS_MINUTES'] ?? 2);
const ROUND_MS = 270_000;
/** Everything needs time to fire. */
const SHORTEST_ROUND_MS = 100_000;
const receiver = useResource(startAlertReceiver, (started) => started.stop());
const rig = useRig({ env: alertSettings });
const ground = useResource(
  () => createGround(rig, receiver),
  (started) => started.stop(),
);

const say = (line: string): void => void process.stderr.write(`${line}\n`);

test(
  `${minutes} minutes of random faults lose nothing acknowledged (seed ${faultsSeed})`,
  async () => {
    const random = seededRandom(faultsSeed);
    const began = Date.now();
    const counts = new Map<string, number>();
    const all: SentBatch[] = [];
    const alerts: AlertFigures[] = [];
    let silence = 0;
    for (let round = 1; Date.now() - began < minutes * 60_000; round++) {
      const left = began + minutes * 60_000 - Date.now();
      const roundEnds = Date.now() + Math.min(ROUND_MS, Math.max(left, SHORTEST_ROUND_MS));
      const { batches, figures } = await playRound(roundEnds, random, (name) => {
        counts.set(name, (counts.get(name) ?? 0) + 1);
        say(`${new Date().toISOString()} round ${round}: ${name}`);
      });
      all.push(...batches);
      alerts.push(figures);
      silence = Math.max(silence, longestSilence(batches));
      say(`round ${round}: ${JSON.stringify({ ...summaryOf(batches), ...figures })}, every promise kept`);
    }
    const events = addTallies(all.map(({ tallied }) => tallied));
    say(
      [
        `nemesis: seed ${faultsSeed}, ${((Date.now() - began) / 60_000).toFixed(1)} minutes`,
        `batches: ${JSON.stringify(summaryOf(all))}, of unclear end on the way: ${all.filter((one) => one.ambiguous).length}`,
        `events by tallies: ${JSON.stringify(events)}`,
        `alerts: ${JSON.stringify(addFigures(alerts))}`,
        `faults: ${JSON.stringify(Object.fromEntries([...counts].sort()))}`,
        `longest time without an acknowledged batch: ${(silence / 1000).toFixed(1)} s`,
        'outcome: nothing lost, nothing twice, tallies = usage = rows, queues empty, no orphan keys',
        'alerts: what happened of each kind fired exactly as often, every firing is in one message to each destination, every message arrived with one id and body',
      ].join('\n  '),
    );
    expect(all.length).toBeGreaterThan(0);
  },
  (minutes + 30) * 60_000,
);

/** Sums figures by name. */
function addFigures(rounds: readonly AlertFigures[]): AlertFigures {
  const sumOf = (name: Exclude<keyof AlertFigures, 'byKind'>): number =>
    rounds.reduce((sum, round) => sum + round[name], 0);
  const byKind: Record<string, number> = {};
  for (const round of rounds)
    for (const [kind, count] of Object.entries(round.byKind)) byKind[kind] = count + (byKind[kind] ?? 0);
  return {
    byKind,
    issues: sumOf('issues'),
    firings: sumOf('firings'),
    messages: sumOf('messages'),
    requests: sumOf('requests'),
  };
}

interface Round {
  readonly batches: readonly SentBatch[];
  readonly figures: AlertFigures;
}

async function playRound(endsAt: number, random: () => number, told: (name: string) => void): Promise<Round> {
  const project = await createProject(rig.system, rig.organization);
  const capped = await createProject(rig.system, rig.organization, { eventsPerHour: CAP });
  const rule = await addAlertRule(rig.system, receiver, { project, destinations: 6, conditions: watched.conditions });
  const capRule = await addAlertRule(rig.system, receiver, { project: capped, conditions: watchedCap.conditions });
  const alerting = await startAlerting(rig.system, { project, capped, random: seededRandom(random() * 2 ** 31) });
  const load = startLoad({
    project,
    targets: rig.system.gatewayUrls,
    random: seededRandom(random() * 2 ** 31),
    pauseMs: 20,
    make: alerting.make,
  });
  try {
    await untilAcknowledged(load, 20);
    await letPass(WATCHED_MS);
    alerting.begin();
    await disturb(endsAt, random, told);
    await untilAcknowledged(load, 20, 60_000);
    await alerting.stop();
  } finally {
    await load.stop();
  }
  // A black-holed connection holds its transaction until the server's timer ends it.
  await expectKept(rig.system, project, { batches: load.batches, timeoutMs: 150_000 });
  return { batches: load.batches, figures: await judgeRound(rule, capRule) };
}

/** One fault after the other. */
async function disturb(endsAt: number, random: () => number, told: (name: string) => void): Promise<void> {
  const names = Object.keys(faults);
  while (Date.now() < endsAt) {
    const name = names[Math.floor(random() * names.length)] ?? '';
    told(name);
    await faults[name]?.(ground, random);
    await letPass(random() * 3_000);
  }
}

async function judgeRound(rule: AlertRule, capRule: AlertRule): Promise<AlertFigures> {
  // A series recovers when the minute after it is over and stored.
  const trial = { receiver, timeoutMs: 240_000 };
  return addFigures([
    await expectAlerted(rig.system, { ...trial, rule, kinds: watched.kinds }),
    await expectAlerted(rig.system, { ...trial, rule: capRule, kinds: watchedCap.kinds }),
  ]);
}

/** Longest time in milliseconds without an acknowledged batch. */
function longestSilence(batches: readonly SentBatch[]): number {
  const times = batches
    .filter(({ fate }) => fate === 'acknowledged')
    .map(({ endedAt }) => endedAt)
    .sort((a, b) => a - b);
  return times.reduce((longest, time, index) => Math.max(longest, time - (times[index - 1] ?? time)), 0);
}
