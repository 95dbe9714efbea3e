import type { Json } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '@sluice/db';
import { isEventId } from '../isEventId.js';

/** The part of an exception that shows where it happened. */
export interface CulpritStack {
  /** The event id. */
  readonly id: string;
  readonly release: string | null;
  /**
   * Its `message` and `platform`, the newest 50 of its `frames`, or otherwise the start of its `stack`, with long texts truncated;
   * the rest as sent. Of frames that are large in all, variables and long source lines are left out.
   */
  readonly payload: Readonly<Record<string, Json>>;
}

/** Calls of one exception that are read: below them is the way there, not the place. */
const CALLS = 50;

/** Characters of a raw stack that are read; the line at their end is dropped. */
const STACK = 16_384;

/**
 * Bytes of an exception's calls up to which they are read unchanged; above, long texts are truncated, which costs
 * time.
 */
const CALL_BYTES = 32_768;

/** Characters that are left of a call's file and function then. */
const TEXT = 1_024;

/** Bytes of a call's source lines that are kept then. */
const CONTEXT_BYTES = 2_048;

/** Digits of a position that was sent as text, and one more. */
const DIGITS = 10;

/**
 * The newest calls of these exceptions, in any order; those that the project does not have are left out. One query, and at
 * most some 200 kB of each exception, however large it is.
 */
export async function readCulpritStacks(
  db: Queryable,
  projectId: string,
  ids: readonly string[],
): Promise<readonly CulpritStack[]> {
  const own = ids.filter(isEventId);
  if (own.length === 0) return [];
  // `offset 0`: a payload is fetched and unpacked once, not for each time that its calls are named.
  const { rows } = await sql<CulpritRow>`
    select id, release, message, case jsonb_typeof(payload -> 'platform') when 'string' then payload ->> 'platform' end as platform,
      case when calls = '[]' then null when pg_column_size(calls) <= ${CALL_BYTES} then calls
        else (select jsonb_agg(${CALL}) from jsonb_array_elements(calls) as call) end as frames,
      case when calls = '[]' and jsonb_typeof(payload -> 'stack') = 'string' then left(payload ->> 'stack', ${STACK + 1}) end as stack
    from (
      select id, release, message, payload, jsonb_path_query_array(payload, ${PATH}::jsonpath) as calls
      from exceptions where project_id = ${projectId} and id = any(${own}::uuid[]) offset 0
    ) as e`.execute(db.kysely);
  return rows.map(({ id, release, message, platform, frames, stack }) => ({
    id,
    release,
    payload: { message, platform, frames, stack: stack === null ? null : wholeLines(stack) },
  }));
}

const PATH = `$.frames[0 to ${CALLS - 1}] ? (@.type() == "object")`;

const field = (name: string): RawBuilder<unknown> => sql`call -> ${sql.lit(name)}`;
const cutText = (name: string, most: number): RawBuilder<unknown> =>
  sql`to_jsonb(left(call ->> ${sql.lit(name)}, ${sql.lit(most)}))`;
const text = (name: string): RawBuilder<unknown> =>
  sql`case jsonb_typeof(${field(name)}) when 'string' then ${cutText(name, TEXT)} end`;
const place = (name: string): RawBuilder<unknown> =>
  sql`case jsonb_typeof(${field(name)}) when 'number' then ${field(name)} when 'string' then ${cutText(name, DIGITS)} end`;

const context = sql`case when pg_column_size(${field('context')}) <= ${sql.lit(CONTEXT_BYTES)} then ${field('context')} end`;

const CALL = sql`jsonb_build_object('file', ${text('file')}, 'function', ${text('function')}, 'module', ${text('module')},
  'context', ${context}, 'line', ${place('line')},
  'column', ${place('column')}, 'inApp', case jsonb_typeof(${field('inApp')}) when 'boolean' then ${field('inApp')} end)`;

interface CulpritRow {
  readonly id: string;
  readonly release: string | null;
  readonly message: string;
  readonly platform: string | null;
  readonly frames: Json | null;
  readonly stack: string | null;
}

const wholeLines = (stack: string): string => (stack.length <= STACK ? stack : stack.slice(0, stack.lastIndexOf('\n')));
