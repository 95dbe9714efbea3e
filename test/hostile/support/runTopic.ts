import { randomInt, randomUUID } from 'node:crypto';
import { ask } from '../../e2e/support/http.js';
import { authOf, envelopePath, type Tally } from '../../e2e/support/send.js';
import { makeEvent, serialOf } from '../../e2e/support/events.js';
import { type System } from '../../e2e/support/system.js';
import { type Project } from '../../e2e/support/tenant.js';
import { composeRequest, fill } from './composeRequest.js';
import { readExpectation, type CorpusCase, type CorpusExpectation, type CorpusTopic } from './corpusCase.js';
import { settingsKey, type CorpusGround } from './corpusGround.js';
import { type Residents } from './residents.js';
import { converse, type WireAnswer } from './wire.js';

/** The response to a case, and the state of the system after it. */
export interface CaseRun {
  readonly one: CorpusCase;
  readonly expected: CorpusExpectation;
  readonly project: Project;
  readonly serial: string;
  readonly answers: readonly WireAnswer[];
  readonly closed: boolean;
  /** Status and tally of the valid batch after it. */
  readonly good: { readonly status: number; readonly json: unknown; readonly serial: string };
  /** Resident megabytes after it; `undefined` if that cannot be measured. */
  readonly megabytes: number | undefined;
  /** The expected row, with names replaced. */
  readonly row: Readonly<Record<string, unknown>> | undefined;
}

/** The tally of a response; `undefined` if the body is not a tally. */
export const tallyIn = (answer: WireAnswer | undefined): Tally | undefined => {
  const json = answer?.json as (Tally & { processed?: number }) | undefined;
  return typeof json?.processed === 'number' ? json : undefined;
};

async function sendGood(system: System, { witness }: CorpusGround): Promise<CaseRun['good']> {
  const event = makeEvent('log');
  const { status, json } = await ask(`${system.baseUrl}${envelopePath}`, {
    method: 'POST',
    body: JSON.stringify({ events: [event] }),
    headers: { 'content-type': 'application/json', 'x-service-auth': authOf(witness.key) },
  });
  return { status, json, serial: serialOf(event) ?? '' };
}

async function runCase(one: CorpusCase, topic: CorpusTopic, at: RunPlace): Promise<CaseRun> {
  const { system, ground, residents } = at;
  const project = ground.projects.get(settingsKey(one.request.settings));
  if (project === undefined) throw new Error(`no project for ${one.name}`);
  const serial = randomUUID();
  const { organization: org, slug, path: place, key } = project;
  const client = `198.18.${randomInt(256)}.${randomInt(256)}`;
  const names = { ...ground.names, serial, key, org, slug, place, client };
  const bytes = composeRequest(one.request, topic.usual, names);
  const { answers, closed } = await converse(system.gatewayUrls[0] ?? system.baseUrl, bytes, {
    // Also waits for an unexpected additional response.
    answers: one.statuses === undefined ? 1 : one.statuses.length + 1,
    isHead: one.request.line?.startsWith('HEAD ') === true,
    ...(one.request.raw === undefined ? {} : { endsAfterMs: 300 }),
  });
  return {
    one,
    expected: readExpectation(one.expect),
    project,
    serial,
    answers,
    closed,
    good: await sendGood(system, ground),
    megabytes: await residents.megabytes(),
    row:
      one.row === undefined
        ? undefined
        : (JSON.parse(fill(JSON.stringify(one.row), names).toString()) as Record<string, unknown>),
  };
}

interface RunPlace {
  readonly system: System;
  readonly ground: CorpusGround;
  readonly residents: Residents;
}

/** Runs the cases of a topic one after the other, each followed by a valid batch. */
export async function runTopic(topic: CorpusTopic, at: RunPlace): Promise<readonly CaseRun[]> {
  const runs: CaseRun[] = [];
  for (const one of topic.cases) runs.push(await runCase(one, topic, at));
  return runs;
}
