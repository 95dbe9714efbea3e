import { sql, type RawBuilder } from 'kysely';
import { type Tx, unnest } from '@sluice/db';
import { ofDay } from './dayBounds.js';

/** What a user agent says about a hit; empty where it says nothing. */
interface AgentFacts {
  readonly browser: string;
  readonly os: string;
  /** `bot`, `mobile` and so on; empty for a desktop computer. */
  readonly device: string;
}

/** Reads a user agent. */
export type ReadAgent = (userAgent: string) => AgentFacts;

/** User agents of a day that are read: the most frequent ones. Hits of others count without browser and system. */
const MAX_AGENTS = 2_000;

/** Length of the prefix that identifies a user agent, in characters. */
const MAX_AGENT = 512;

/** The user agent of the request, for a hit whose client sent no `device.userAgent`: its contexts name no browser, system or device. */
const REQUEST_AGENT = sql.raw(`case when contexts ->> 'browser.name' is null and contexts ->> 'os.name' is null
    and contexts ->> 'device.type' is null then left(contexts ->> 'user.agent', ${MAX_AGENT}) end`);

/**
 * Returns a table `agents(agent, browser, os, device)` of the requests' user agents on a project's day, and the column of `hits`
 * that joins it: NULL for a hit whose client named its own.
 */
export async function readHitAgents(
  tx: Tx,
  projectId: string,
  day: { readonly ms: number; readonly earlierMs: number },
  readAgent: ReadAgent,
): Promise<{ readonly table: RawBuilder<unknown>; readonly key: RawBuilder<unknown> }> {
  const { rows } = await sql<{ readonly agent: string }>`
    select agent from (
      select ${REQUEST_AGENT} as agent from hits where ${ofDay(projectId, day.ms, day.earlierMs)}) as h
    where agent <> '' group by agent order by count(*) desc, agent limit ${MAX_AGENTS}`.execute(tx.kysely);
  const agents = rows.map(({ agent }) => ({ agent, ...readAgent(agent) }));
  const table = unnest('agents', {
    agent: ['text', agents.map(({ agent }) => agent)],
    browser: ['text', agents.map(({ browser }) => browser)],
    os: ['text', agents.map(({ os }) => os)],
    device: ['text', agents.map(({ device }) => device)],
  });
  return { table, key: REQUEST_AGENT };
}
