import { expect, test } from '@jest/globals';
import { connectApi, type ApiClient } from '../../e2e/support/api.js';
import { hourStart, withinHour } from '../../e2e/support/clock.js';
import { makeEvent, makeEvents } from '../../e2e/support/events.js';
import { workerNames } from '../../e2e/support/processes.js';
import { sendAccepted, sendEvents } from '../../e2e/support/send.js';
import { waitForStored } from '../../e2e/support/stored.js';
import { createOrganization, createProject, uniqueSlug, type Project } from '../../e2e/support/tenant.js';
import { letPass, waitFor } from '../../e2e/support/waitFor.js';
import { startAlertReceiver } from '../support/alerts/alertReceiver.js';
import { alertSettings } from '../support/alerts/alertRule.js';
import { appendOnlySize, rewindRedis } from '../support/appendOnlyFile.js';
import { clockShiftedBy } from '../support/preload.js';
import { type Rig, useRig } from '../support/rig.js';
import { useResource } from '@sluice/testkit/useResource';

const receiver = useResource(startAlertReceiver, (started) => started.stop());
/**
 * The drops of a whole installation, from the fault to the receiver: workers that are really behind, and events that Redis really
 * lost. Nothing is written into tables. Drops do not recover, so the end of a backlog is no message.
 */
const rig = useRig({ env: alertSettings });

/** Drops are evaluated once a minute. */
const EVALUATED_MS = 90_000;

const service: Rig['service'] = (name) => rig.service(name);

const LOW_MARKS = {
  BACKLOG_PERIOD_MS: '100',
  BACKLOG_DEPTH_HIGH: '300',
  BACKLOG_DEPTH_LOW: '50',
  BACKLOG_RAISE_AFTER_MS: '0',
  BACKLOG_LOWER_AFTER_MS: '200',
};

test(
  'a backlog is one message at the receiver, and its end adds none',
  () =>
    withinHour(async () => {
      const watched = await watchDrops('backlog');
      const { project, messages, untilEvaluated } = watched;
      await rig.restart('backlog-monitor', LOW_MARKS);
      await service('spans').end();
      try {
        await sendAccepted(rig.system.baseUrl, project, makeEvents('span', 500));
        await untilSpansAnswer(project, 429);
        await untilMessage(watched);
        await untilSpansAnswer(project, 429);
      } finally {
        await service('spans').start();
      }
      await untilSpansAnswer(project, 202);
      await untilEvaluated();
      const reason = expect.stringMatching(/^The workers are behind, so \d+ span events were refused this hour\.$/);
      expect(messages()).toMatchObject([
        { project: project.slug, items: [{ kind: 'backlog', reason, suppressed: 0 }] },
        { items: [{ kind: 'hourly_cap' }] },
      ]);
    }),
  400_000,
);

/** Later than the end of the current hour plus the time for queues to drain. */
const NEXT_HOUR_MS = 75 * 60_000;
/** Time within which a gateway records acknowledged batches. */
const NOTED_MS = 4_000;

/** Sends events that gateways acknowledge and workers store, and others of which Redis forgets that it took them. */
async function loseLogs(project: Project, lost: number): Promise<void> {
  const [gateway = ''] = rig.system.gatewayUrls;
  for (const name of workerNames) await service(name).end();
  await sendAccepted(gateway, project, makeEvents('log', 20));
  const size = appendOnlySize(rig);
  await sendAccepted(gateway, project, makeEvents('log', lost));
  await rewindRedis(rig, size);
  for (const name of workerNames) await service(name).start();
  await waitForStored(rig.system, project, 20);
  await letPass(NOTED_MS);
}

/** Not `rig.restart`, which waits for readiness: with a clock this far off, housekeeping never becomes ready, but it looks for losses. */
async function compareAfterHour(): Promise<void> {
  await service('housekeeping').end();
  const env = { ...clockShiftedBy(NEXT_HOUR_MS), LOSS_CHECK_MS: '500' };
  service('housekeeping')
    .start(env)
    .catch(() => undefined);
}

test(
  'acknowledged events that Redis lost are one message to each organization, also after alerts restarted',
  () =>
    withinHour(async () => {
      const [watched, other] = [await watchDrops('losses'), await watchDrops('losses')];
      await loseLogs(watched.project, 7);
      const sentIn = hourStart(0);
      await compareAfterHour();
      for (const one of [watched, other]) await untilMessage(one);
      expect(await rig.system.sql(`select type, reported::int as lost from losses where hour = $1`, [sentIn])).toEqual([
        { type: 'log', lost: 7 },
      ]);
      await rig.restart('alerts');
      await Promise.all([watched, other].map(({ untilEvaluated }) => untilEvaluated()));
      const reason = '7 log events were acknowledged but not stored. Contact the operator of this installation.';
      for (const { messages } of [watched, other])
        expect(messages()).toMatchObject([
          { project: null, items: [{ kind: 'losses', reason, suppressed: 0 }] },
          { items: [{ kind: 'hourly_cap' }] },
        ]);
    }),
  400_000,
);

async function create(api: ApiClient, path: string, body: object): Promise<string> {
  const { status, json } = await api.request('POST', path, { body });
  expect([status, json]).toEqual([201, expect.anything()]);
  return (json as { readonly id: string }).id;
}

/** Creates the destination and the rule as a user does. */
async function watchDrops(...kinds: readonly string[]): Promise<Watched> {
  const organization = await createOrganization(rig.system);
  const project = await createProject(rig.system, organization);
  const capped = await createProject(rig.system, organization, { eventsPerHour: 1 });
  const api = await connectApi(rig.system, project, 'project:admin');
  const name = uniqueSlug('hook');
  const alerts = `/api/0/organizations/${organization}/alerts`;
  const hook = { kind: 'webhook', name, secrets: { url: receiver.urlOf(name) } };
  const destinationId = await create(api, `${alerts}/destinations`, hook);
  const conditions = [{ kind: 'drops', of: [...kinds, 'hourly_cap'] }];
  await create(api, `${alerts}/rules`, { name: 'Drops', conditions, destinationIds: [destinationId] });
  const messages = (): readonly Message[] => {
    const own = receiver.received.filter(({ destination }) => destination === name);
    const bodies = new Map(own.map(({ id, body }) => [id, body]));
    return [...bodies.values()].map((body) => (JSON.parse(body) as { data: Message }).data);
  };
  const untilEvaluated = async (): Promise<void> => {
    await sendEvents(rig.system.baseUrl, capped, makeEvents('hit', 5));
    const isReported = (): boolean => messages().some(({ items }) => items.some(({ kind }) => kind === 'hourly_cap'));
    await waitFor(isReported, { what: 'the cap of another project to be reported', timeoutMs: EVALUATED_MS });
  };
  return { project, messages, untilEvaluated };
}

/** Waits until every gateway accepts, or refuses, a span. */
async function untilSpansAnswer(project: Project, status: number): Promise<void> {
  for (const gateway of rig.system.gatewayUrls)
    await waitFor(async () => (await sendEvents(gateway, project, [makeEvent('span')])).status === status, {
      what: `spans to be answered with ${status}`,
      timeoutMs: 15_000,
    });
}

function untilMessage({ messages }: Watched): Promise<boolean> {
  return waitFor(() => messages().length > 0, { what: 'a message', timeoutMs: EVALUATED_MS });
}

/** A message as the receiver reads it. */
interface Message {
  /** Slug; `null`: of the whole organization. */
  readonly project: string | null;
  readonly title: string;
  readonly items: readonly { readonly kind: string; readonly reason: string; readonly suppressed: number }[];
}

/** An organization with a rule about drops, whose destination is the receiver. */
interface Watched {
  readonly project: Project;
  /** In the order of arrival. Attempts of one message are one. */
  readonly messages: () => readonly Message[];
  /** Resolves when the message about a drop of another project arrived, which happened after what the test did. */
  readonly untilEvaluated: () => Promise<void>;
}
