import { hourOf } from '@sluice/contract';
import { listProjects, type Database, type Project } from '@sluice/db';
import { createAllowance, type ProjectCaps, type RedisClient } from '@sluice/redis';
import { hourlyLimits, limitAmount, usedAmount, type HourlyLimit } from '../output/hourlyLimits.js';
import { momentText, plural } from '../output/words.js';
import { ok, warn, type Finding } from './finding.js';

/** Projects that are described: those with the most events in this hour and the two before it. */
const DESCRIBED = 10;

interface ProjectLoad {
  readonly project: Project;
  readonly caps: ProjectCaps;
  /** Events accepted in this hour and the two before it. */
  readonly events: number;
}

/** The hourly limits of the busiest projects: the current caps, why they apply and until when; a warning where one is met. */
export async function checkLimits(db: Database, client: RedisClient, nowMs: number): Promise<readonly Finding[]> {
  const standings = await readProjectLoads(await listProjects(db), client, hourOf(nowMs));
  const busy = standings.filter(({ events }) => events > 0).sort((left, right) => right.events - left.events);
  const rest = standings.length - Math.min(DESCRIBED, busy.length);
  const others = rest === 0 ? [] : [ok('limits', `${restText(rest, busy.length)}: see sluice usage <org>/<project>`)];
  return [...busy.slice(0, DESCRIBED).map((standing) => findingOf(standing, nowMs)), ...others];
}

/** Names the projects that are not described: all others, or those without events if no more had some. */
const restText = (rest: number, busy: number): string =>
  busy > DESCRIBED
    ? plural(rest, 'other project')
    : `${plural(rest, 'project')} without events in this hour and the two before it`;

async function readProjectLoads(
  projects: readonly Project[],
  client: RedisClient,
  hour: number,
): Promise<readonly ProjectLoad[]> {
  const allowance = createAllowance(client);
  const standings: ProjectLoad[] = [];
  for (const organizationId of new Set(projects.map((project) => project.organizationId))) {
    const own = projects.filter((project) => project.organizationId === organizationId);
    const ids = own.map(({ id }) => id);
    for (const [index, caps] of (await allowance.readCaps(organizationId, ids, hour)).entries()) {
      const project = own[index];
      if (project !== undefined) standings.push({ project, caps, events: eventsOf(caps) });
    }
  }
  return standings;
}

const eventsOf = ({ types }: ProjectCaps): number =>
  Object.values(types).reduce((sum, { accepted, previous }) => sum + accepted + previous[0] + previous[1], 0);

function findingOf({ project, caps }: ProjectLoad, nowMs: number): Finding {
  const path = `${project.organization}/${project.slug}`;
  const limits = hourlyLimits(project.settings, caps, nowMs);
  const met = limits.filter(({ used, limit }) => limit !== null && used >= limit);
  const details = limitLines(limits);
  const until = `until ${momentText(new Date(caps.endsMs))}`;
  if (met.length === 0) return { ...ok('limits', `${path}: no limit reached; ${until}`), details };
  const reasons = [...new Set(met.map(({ reason }) => reason))].join(', ');
  return { ...warn('limits', `${path}: ${reasons} reached; ${until}`, adviceOf(path)), details };
}

const adviceOf = (path: string): string =>
  `Wait for the end of the hour, or: sluice project set ${path} spikeProtection=off, eventsPerHour=none or bytesPerHour=none`;

/** A line for each limit; types that have none for one reason share a line. */
function limitLines(limits: readonly HourlyLimit[]): readonly string[] {
  const lines = new Map<string, string[]>();
  for (const limit of limits) {
    const text = limitText(limit);
    lines.set(text, [...(lines.get(text) ?? []), limit.types]);
  }
  return [...lines].map(([text, types]) => `${types.join(', ')}: ${text}`);
}

const limitText = ({ used, limit, reason, why }: HourlyLimit): string =>
  limit === null
    ? `no ${reason} limit (${why})`
    : `${reason} ${usedAmount(used, reason)} of ${limitAmount(limit, reason)} (${why})`;
