// Resolves issues that the load feeds: the next exception of each reopens it.
import { setTimeout as delay } from 'node:timers/promises';
import { readOpenIssues } from './readings.mjs';

/** Resolves `perSecond` issues a second for some seconds, each in turn. @returns how many */
export async function regress(db, { perSecond, seconds }) {
  const { changeIssues } = await import('../../../packages/issues/dist/index.js');
  const issues = await readOpenIssues(db);
  const startedAt = performance.now();
  let resolved = 0;
  for (; resolved < Math.floor(perSecond * seconds) && issues.length > 0; resolved += 1) {
    await delay(Math.max(0, startedAt + (resolved * 1_000) / perSecond - performance.now()));
    const { projectId, id } = issues[resolved % issues.length];
    await changeIssues(db, projectId, [id], { status: 'resolved' });
  }
  return resolved;
}
