// Summarizes a V8 CPU profile: self time by file or package.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const MOST_PLACES = 25;

function placeOf({ functionName, url }) {
  if (url === '') return functionName === '(idle)' ? '(idle)' : functionName || '(native)';
  if (url.startsWith('node:')) return url;
  const dependency = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url);
  if (dependency) return dependency[1];
  return /(?:packages|services)\/.*/.exec(url)?.[0] ?? url;
}

/**
 * Returns the places of a profile with the most self time, without idle time.
 *
 * @returns {{ place: string, percent: number }[]}
 */
export function placesOf({ nodes, samples, timeDeltas }) {
  const places = new Map(nodes.map((node) => [node.id, placeOf(node.callFrame)]));
  const times = new Map();
  samples.forEach((id, i) => times.set(places.get(id), (times.get(places.get(id)) ?? 0) + timeDeltas[i]));
  times.delete('(idle)');
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  const rows = [...times].sort((a, b) => b[1] - a[1]).slice(0, MOST_PLACES);
  return rows.map(([place, time]) => ({ place, percent: (100 * time) / total }));
}

/** {@link placesOf} the profile in a directory; nothing when none was written. */
export async function summarizeProfile(directory) {
  const file = (await readdir(directory)).find((name) => name.endsWith('.cpuprofile'));
  return file === undefined ? [] : placesOf(JSON.parse(await readFile(path.join(directory, file), 'utf8')));
}
