// Where a server's time went: self time of a V8 CPU profile, summed by the file or package it was spent in.
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

/** The places of one profile that took the most time, idle time apart. @returns {{ place: string, percent: number }[]} */
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
