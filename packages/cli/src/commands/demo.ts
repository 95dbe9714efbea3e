import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, OUTCOMES, type Outcome } from '@sluice/contract';
import {
  createHistory,
  createRandom,
  failedVisit,
  nextVisit,
  sendBatch,
  setUpShop,
  type DemoBatch,
  type Random,
  type Sent,
} from '@sluice/demo';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import { CliError, usageError } from '../cliError.js';
import type { Answer, CommandContext } from '../context.js';
import { findTarget } from '../client/findTarget.js';
import { messageOf } from '@sluice/runtime';
import { facts } from '../output/table.js';
import { countText } from '../output/words.js';
import { parseCount, parseSpan } from '../parse/moment.js';
import { readDsn, type DsnTarget } from '../place/dsn.js';

/** Options: how much to send, how fast, and where. */
export interface DemoOptions {
  readonly dsn?: string;
  readonly count: string;
  readonly rate: string;
  readonly seconds: string;
  readonly seed?: string;
  readonly history?: string;
}

/** `sluice demo`. */
export const demo = (answer: AnswerWith): Command =>
  command('demo', 'Send the events of a shop with a bad release', [
    ['sluice demo', '500 events to the demo project of npm start'],
    ['sluice demo --count 20000 --rate 2000', 'more, and faster'],
    ['sluice demo --count 5000 --rate 1000 --history 14d', 'timestamps of the last 14 days; charts count by arrival'],
    ['sluice demo --dsn https://<key>@errors.example.com --seconds 10', 'to any DSN, for at most ten seconds'],
  ])
    .option('--dsn <dsn>', 'where to send to ($SLUICE_DSN, or the demo project of npm start)')
    .option('--count <events>', 'approximate number of events', '500')
    .option('--rate <events>', 'events per second', '200')
    .option('--seconds <seconds>', 'stop after this time', '60')
    .option('--seed <number>', 'repeat the same stream')
    .option('--history <span>', 'spread the timestamps of the events over this time before now, such as 14d')
    .action((options: DemoOptions) => answer((context) => sendDemo(context, options)));

/** Sum of the tallies, and batches without a tally. */
interface Total {
  readonly batches: number;
  readonly sent: number;
  readonly refused: number;
  readonly tally: Readonly<Record<Outcome, number>>;
}

const NOTHING: Total = {
  batches: 0,
  sent: 0,
  refused: 0,
  tally: { processed: 0, filtered: 0, rate_limited: 0, quota_exceeded: 0, invalid: 0 },
};

/** Maximum batches in flight. */
const IN_FLIGHT = 8;

/** Longest history: events keep their timestamps, whatever the retention. */
const MAX_HISTORY_MS = 90 * DAY_MS;

/** Sends visits at the given rate; the result is the sum of the tallies. */
async function sendDemo(context: CommandContext, options: DemoOptions): Promise<Answer> {
  const target = targetOf(context, options);
  const count = parseCount(options.count, 1, 10_000_000);
  const rate = parseCount(options.rate, 1, 100_000);
  const history = historyOf(context, options);
  const endMs = context.clock() + parseCount(options.seconds, 1, 86_400) * 1_000;
  const seed = options.seed === undefined ? context.clock() % 2 ** 32 : parseCount(options.seed, 0, 2 ** 32 - 1);
  const chance = createRandom(seed);
  await uploadShop(context, options);
  context.note(`Sending about ${countText(count)} events to ${target.endpoint} (--seed ${seed}) …`);
  let total = NOTHING;
  const startMs = context.clock();
  while (total.sent < count && context.clock() < endMs && !context.signal.aborted) {
    const ahead = startMs + (total.sent / rate) * 1_000 - context.clock();
    if (ahead > 0)
      await delay(Math.min(ahead, endMs - context.clock()), undefined, { signal: context.signal }).catch(
        () => undefined,
      );
    const due = Math.min(count, Math.ceil(((context.clock() - startMs) / 1_000) * rate)) - total.sent;
    const sent = total.sent;
    const moments = (events: number): number => history?.((sent + events) / count) ?? context.clock();
    const batches = nextBatches(chance, moments, { nowMs: context.clock(), due, isFirst: sent === 0 });
    const answers = await Promise.all(batches.map((batch) => sendBatch(target, batch)));
    total = answers.reduce<Total>((sum, answer, index) => add(sum, answer, batches[index]?.events.length ?? 0), total);
  }
  return describe(total, seed);
}

function historyOf(context: CommandContext, { history }: DemoOptions): ReturnType<typeof createHistory> | undefined {
  if (history === undefined) return undefined;
  const span = parseSpan(history);
  if (span === undefined || span === 0 || span > MAX_HISTORY_MS) {
    throw usageError(`--history: "${history}" is not a time of at most 90 days: write 24h or 14d`);
  }
  return createHistory(context.clock(), span);
}

/** Uploads the shop's source maps if a project and a token for it are known; the events are sent in any case. */
async function uploadShop({ env, place, clock, signal, note }: CommandContext, { dsn }: DemoOptions): Promise<void> {
  const isSet = (name: string): boolean => (env[name]?.trim() ?? '') !== '';
  const isNamed = ['SLUICE_ORG', 'SLUICE_PROJECT', 'SLUICE_AUTH_TOKEN'].every(isSet);
  const isDemoProject = dsn === undefined && !isSet('SLUICE_DSN') && place.demo !== undefined;
  if (!isNamed && !isDemoProject) {
    note('Stacks stay minified. To upload source maps first, set SLUICE_ORG, SLUICE_PROJECT and SLUICE_AUTH_TOKEN.');
    return;
  }
  try {
    const maps = await setUpShop(findTarget(env, place, { scope: 'project:releases' }), clock(), signal);
    note(`Described 3 releases and uploaded ${maps} source maps.`);
  } catch (error) {
    note(`The releases could not be described, so stacks stay minified: ${messageOf(error)}`);
  }
}

function targetOf(context: CommandContext, { dsn = context.place.demoDsn }: DemoOptions): DsnTarget {
  if (dsn === undefined) {
    throw new CliError(
      'not_running',
      context.place.baseUrl === undefined
        ? 'No DSN: run npm start first, or give --dsn or SLUICE_DSN.'
        : 'No demo project is known here (was it started with DEMO=0?). Run sluice org create acme, then sluice project create acme/web, and give the DSN it prints as --dsn or SLUICE_DSN.',
    );
  }
  const target = readDsn(dsn);
  if (target === undefined) throw usageError(`"${dsn}" is not a DSN: https://{key}@{host}`);
  return target;
}

/**
 * Yields the batches of the visits that are due, at least one, without exceeding the limit of batches in flight.
 * @param momentOf end of a visit, by the number of events before it
 */
function nextBatches(
  chance: Random,
  momentOf: (events: number) => number,
  { nowMs, due, isFirst }: { readonly nowMs: number; readonly due: number; readonly isFirst: boolean },
): readonly DemoBatch[] {
  const batches: DemoBatch[] = [];
  let events = 0;
  do {
    const makeVisit = isFirst && events === 0 ? failedVisit : nextVisit;
    const visit = makeVisit(chance, momentOf(events), nowMs);
    batches.push(...visit);
    events += visit.reduce((sum, batch) => sum + batch.events.length, 0);
  } while (events < due && batches.length < IN_FLIGHT);
  return batches;
}

function add(sum: Total, sent: Sent, events: number): Total {
  const base = { ...sum, batches: sum.batches + 1, sent: sum.sent + events };
  if (!('tally' in sent)) return { ...base, refused: sum.refused + events };
  const entries = OUTCOMES.map((outcome) => [outcome, sum.tally[outcome] + sent.tally[outcome]]);
  return { ...base, tally: Object.fromEntries(entries) as Total['tally'] };
}

function describe({ batches, sent, refused, tally }: Total, seed: number): Answer {
  return {
    value: { batches, sent, ...tally, refused, seed },
    human: (style) =>
      facts(
        [
          ['batches', countText(batches)],
          ['events sent', countText(sent)],
          ...OUTCOMES.map((outcome) => [outcome, countText(tally[outcome])] as const),
          ...(refused > 0 ? [['in rejected batches', countText(refused)] as const] : []),
        ],
        style,
      ),
    failed: refused > 0,
  };
}
