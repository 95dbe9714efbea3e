import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { accepted, refused, tally } from '../e2e/support/send.js';
import { countStored, waitForStored, type Row } from '../e2e/support/stored.js';
import { waitFor } from '../e2e/support/waitFor.js';
import { useSystem } from '../e2e/support/useSystem.js';
import { readCorpus, type CorpusTopic } from './support/corpusCase.js';
import { createGround, type CorpusGround } from './support/corpusGround.js';
import { watchResidents } from './support/residents.js';
import { runTopic, tallyIn, type CaseRun } from './support/runTopic.js';
import { rowsBySerial, usageByReason } from './support/serials.js';

const corpus = readCorpus();
/** Megabytes by which memory may grow for one case until garbage is collected: the largest parsed body and a margin. */
const MOST_GROWTH = 400;
const system = useSystem();

describe.each(corpus.map((topic) => [topic.topic, topic] as const))('%s', (_name, topic: CorpusTopic) => {
  let ground: CorpusGround;
  let runs: ReadonlyMap<string, CaseRun>;
  let rows: ReadonlyMap<string, Row>;
  let before: number | undefined;

  beforeAll(async () => {
    ground = await createGround(system, topic);
    const residents = await watchResidents(system.gatewayPids);
    before = await residents.megabytes();
    runs = new Map((await runTopic(topic, { system, ground, residents })).map((run) => [run.one.name, run]));
    rows = new Map();
    for (const project of ground.projects.values()) {
      await waitForStored(system, project, processedIn(project), 15_000);
      rows = new Map([...rows, ...(await rowsBySerial(system, project))]);
    }
  }, 120_000);

  test('contains no duplicate case', () => {
    expect(new Set(topic.cases.map(({ name }) => name)).size).toBe(topic.cases.length);
  });

  test.each(topic.cases.map(({ name, expect: text }) => [name, text]))('%s gets the response %s', (name) => {
    const run = runOf(name);
    expectAnswer(run);
    expect(run.good).toMatchObject({ status: 202, json: accepted({ processed: 1 }) });
    const grown = before === undefined || run.megabytes === undefined ? 0 : run.megabytes - before;
    expect(grown).toBeLessThan(MOST_GROWTH);
    const isStored = (tallyIn(run.answers[0])?.processed ?? 0) > 0;
    expect(run.one.request.event === undefined || rows.has(run.serial) === isStored).toBe(true);
    if (run.row === undefined) return;
    const row = rows.get(run.serial);
    const { timestamp, ...rest } = run.row;
    expect(row === undefined ? run.answers[0]?.json : comparable(row)).toMatchObject(
      timestamp === undefined || timestamp === 'arrival' ? rest : run.row,
    );
    const arrivedAt = timestamp === 'arrival' ? Number(row?.['timestamp']) : Date.now();
    expect(Math.abs(arrivedAt - Date.now())).toBeLessThan(120_000);
  });

  test('stores exactly the processed events, once, and every valid batch', async () => {
    const serials = [...runs.values()].map(({ good }) => good.serial).sort();
    await waitForStored(system, ground.witness, serials.length);
    expect([...(await rowsBySerial(system, ground.witness)).keys()].sort()).toEqual(serials);
    for (const project of [...ground.projects.values(), ground.witness]) {
      expect((await countStored(system, project))['dead_letters']).toBe(0);
    }
  });

  test('reports in usage the outcome and reason of every response', async () => {
    for (const project of ground.projects.values()) {
      const expected: Record<string, number> = {};
      for (const {
        answers,
        expected: { reason },
      } of runsOf(project)) {
        const counts = Object.entries(tallyIn(answers[0]) ?? {}).filter(([, n]) => typeof n === 'number' && n > 0);
        for (const [outcome, n] of counts as [string, number][]) {
          const key = `${outcome} ${outcome === 'processed' ? '' : (reason ?? '')}`.trim();
          expected[key] = (expected[key] ?? 0) + n;
        }
      }
      let usage: unknown;
      await waitFor(
        async () => {
          usage = await usageByReason(system, project);
          return isDeepStrictEqual(usage, expected);
        },
        { what: 'usage', timeoutMs: 10_000 },
      ).catch(() => undefined);
      expect(usage).toEqual(expected);
    }
  });

  function runOf(name: string): CaseRun {
    const run = runs.get(name);
    if (run === undefined) throw new Error(`${name} was not run`);
    return run;
  }

  function processedIn(project: { readonly id: string }): number {
    return runsOf(project)
      .flatMap(({ answers }) => answers)
      .reduce((sum, answer) => sum + (tallyIn(answer)?.processed ?? 0), 0);
  }

  function runsOf({ id }: { readonly id: string }): CaseRun[] {
    return [...runs.values()].filter(({ project }) => project.id === id);
  }
});

test('the corpus has at least 400 cases', () => {
  const count = corpus.reduce((sum, { cases }) => sum + cases.length, 0);
  expect(count).toBeGreaterThanOrEqual(400);
});

function expectAnswer({ one, expected, answers, closed }: CaseRun): void {
  const got = answers.map(({ status }) => status);
  const [answer] = answers;
  const isSingle = expected.statuses.includes(answer?.status ?? 'closed') && (answer !== undefined || closed);
  const isRight = one.statuses === undefined ? isSingle : isDeepStrictEqual(got, one.statuses);
  const wanted = one.statuses ?? expected.statuses;
  expect({ got, wanted, closed, body: answer?.body, isRight }).toMatchObject({ isRight: true });
  if (one.statuses !== undefined || answer === undefined) return;
  const { outcome } = expected;
  const isHead = one.request.line?.startsWith('HEAD ') === true;
  const stored = outcome === undefined ? undefined : tally(outcome === 'zeros' ? {} : { [outcome]: one.times ?? 1 });
  const taken = stored === undefined ? answer.json : { ...(accepted() as object), ...stored };
  const rejected = isHead ? answer.json : refused(expected.code);
  expect(answer.json).toEqual(answer.status >= 400 ? rejected : taken);
}

/** Converts times to text, so that a row can be compared with a file. */
function comparable(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
}
