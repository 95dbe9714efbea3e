import type { RedisClient } from '../connection/redisClient.js';
import { EVENT_TYPES, startOfHour, type EventType } from '@sluice/contract';
import { keys } from '../keys.js';
import { fieldOf, readBytes } from './ledgerFields.js';
import type { ProjectCaps, TypeCap } from './types.js';

/** As in the spend script: the lowest spike cap, and how long after a project's first event it applies, milliseconds. */
const SPIKE_FLOOR = 1_000;
const SPIKE_AFTER_MS = 7_200_000;

/** Projects of one command: short enough not to delay the hot path. */
const PROJECTS_PER_CALL = 50;

/** `Allowance.readCaps`. */
export async function readCaps(
  client: RedisClient,
  organizationId: string,
  projectIds: readonly string[],
  hour: number,
): Promise<readonly ProjectCaps[]> {
  const caps: ProjectCaps[] = [];
  for (let at = 0; at < projectIds.length; at += PROJECTS_PER_CALL) {
    const ids = projectIds.slice(at, at + PROJECTS_PER_CALL);
    const fields = ids.map((id) => fieldsOf(id, hour));
    const values = await client.hmget(keys.ledger(organizationId), ...fields.flat());
    let from = 0;
    for (const [index, id] of ids.entries()) {
      const width = fields[index]?.length ?? 0;
      caps.push(capsOf(id, hour, values.slice(from, from + width)));
      from += width;
    }
  }
  return caps;
}

const fieldsOf = (projectId: string, hour: number): readonly string[] => [
  fieldOf.firstAccepted(projectId),
  fieldOf.bytes(projectId),
  ...EVENT_TYPES.flatMap((type) => [0, 1, 2].map((ago) => fieldOf.accepted(projectId, type, hour - ago))),
];

function capsOf(projectId: string, hour: number, values: readonly (string | null)[]): ProjectCaps {
  const [first, bytes, ...counts] = values;
  const last = readBytes(bytes ?? '');
  const types = EVENT_TYPES.map((type, index): [EventType, TypeCap] => {
    const [accepted = 0, before = 0, earlier = 0] = counts.slice(3 * index, 3 * index + 3).map(Number);
    return [type, { accepted, previous: [before, earlier], spikeCap: Math.max(SPIKE_FLOOR, before + earlier) }];
  });
  return {
    projectId,
    hour,
    endsMs: startOfHour(hour + 1),
    spikeFromMs: typeof first === 'string' ? Number(first) + SPIKE_AFTER_MS : null,
    types: Object.fromEntries(types) as ProjectCaps['types'],
    bytes: last.hour === hour ? last.bytes : 0,
  };
}
