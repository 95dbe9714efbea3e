import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { newPlace, startStandaloneAt, type Standalone } from '../../e2e/support/standalone.js';
import { connectSystem, type System } from '../../e2e/support/system.js';

/** Records of the probes in the processes of a system. */
export interface ProbeReport {
  /** Longest blocking of an event loop in milliseconds of CPU time; 0 if none reached 50 ms. */
  readonly longestStallMs: number;
  /** Number of blockings of 50 ms or more. */
  readonly stalls: number;
  /** Reasons for which processes ended, and warnings about leaks. */
  readonly troubles: readonly string[];
}

/** A separate standalone system with monitored event loops. */
export interface WatchedSystem extends System {
  readonly standalone: Standalone;
  /** Returns the records since `since` (milliseconds since 1970). */
  report(since: number): Promise<ProbeReport>;
}

interface Note {
  readonly at: number;
  readonly stallMs?: number;
  readonly crash?: string;
  readonly warning?: string;
}

async function readNotes(directory: string): Promise<Note[]> {
  const files = await readdir(directory);
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  return texts.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as Note),
  );
}

const probe = pathToFileURL(join(import.meta.dirname, 'probe.mjs')).href;

/** Starts it. `env` overrides the settings of the other tests. */
export async function startWatchedSystem(env: Readonly<Record<string, string>> = {}): Promise<WatchedSystem> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-probe-'));
  const place = await newPlace({ ...env, HOSTILE_PROBE: directory, NODE_OPTIONS: `--import=${probe}` });
  const standalone = await startStandaloneAt(place);
  const system = connectSystem(standalone.address, async () => {
    await standalone.stop();
    await rm(directory, { recursive: true, force: true });
  });
  return {
    ...system,
    standalone,
    async report(since) {
      const notes = (await readNotes(directory)).filter(({ at }) => at >= since);
      const stalls = notes.flatMap(({ stallMs }) => stallMs ?? []);
      const warnings = notes.flatMap(({ warning }) => warning ?? []).filter((text) => /Leak|MaxListeners/.test(text));
      return {
        longestStallMs: Math.max(0, ...stalls),
        stalls: stalls.length,
        troubles: [...notes.flatMap(({ crash }) => crash ?? []), ...warnings],
      };
    },
  };
}
