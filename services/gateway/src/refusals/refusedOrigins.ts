import { cut } from '@sluice/contract';
import type { RefusedOriginCount } from '@sluice/accounting';
import { urlOf } from '@sluice/runtime';
import { createChangedCounts, type ChangedCounts } from './changedCounts.js';

/** Origins of one project and hour that have a count of their own; others are counted together. */
const MAX_ORIGINS = 50;

/** Counts of one gateway, all projects together; beyond it a project's origins are counted together. */
const MAX_COUNTS = 10_000;

/** Name under which further origins are counted. */
const OTHER = '(other)';

const LONGEST = 200;

/** Counts of refused origins since the start, by hour. */
export interface RefusedOrigins extends ChangedCounts<RefusedOriginCount> {
  /** @param source `Origin`, or `Referer` without an `Origin`. @param hour hours since 1970 */
  readonly count: (projectId: string, source: string | undefined, hour: number) => void;
}

/** Returns an empty count. Counts of past hours are dropped once they are taken. */
export function createRefusedOrigins(): RefusedOrigins {
  const hours = new Map<number, Map<string, Map<string, number>>>();
  let size = 0;
  const changed = createChangedCounts<RefusedOriginCount>(
    ({ projectId, hour, origin }) => `${projectId} ${hour} ${origin}`,
  );
  const forgetBefore = (hour: number): void => {
    for (const [past, projects] of hours) {
      if (past >= hour) continue;
      for (const origins of projects.values()) size -= origins.size;
      hours.delete(past);
    }
  };
  return {
    count: (projectId, source, hour) => {
      if (!hours.has(hour)) forgetBefore(hour - 1);
      const projects = hours.get(hour) ?? new Map<string, Map<string, number>>();
      hours.set(hour, projects);
      const origins = projects.get(projectId) ?? new Map<string, number>();
      projects.set(projectId, origins);
      const name = originOf(source);
      const isKnown = origins.has(name) || (origins.size < MAX_ORIGINS && size < MAX_COUNTS);
      const origin = isKnown ? name : OTHER;
      if (!origins.has(origin)) size += 1;
      const count = (origins.get(origin) ?? 0) + 1;
      origins.set(origin, count);
      changed.set({ projectId, hour, origin, count });
    },
    takeChanged: changed.takeChanged,
    restore: changed.restore,
  };
}

/** Returns the origin of a header; empty if there is none, the text as sent if it is not a URL. */
function originOf(source: string | undefined): string {
  if (source === undefined || source === '') return '';
  const url = urlOf(source);
  return cut(url === undefined || url.host === '' ? source : `${url.protocol}//${url.host}`, LONGEST);
}
