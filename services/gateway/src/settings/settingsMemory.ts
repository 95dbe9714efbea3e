import { createLru, type Lru } from '@sluice/runtime';
import type { CompiledProject } from './compileProject.js';

/** Bounds of the memory, and how long a key is remembered as unknown, in milliseconds. */
export interface MemoryBounds {
  readonly maxCachedKeys: number;
  readonly maxUnknownKeys: number;
  readonly unknownKeyMs: number;
}

/** An existing key. `refreshAt`: time (`performance.now()`) from which it must be looked up again; `Infinity` while it is current. */
interface Entry {
  readonly project: CompiledProject;
  refreshAt: number;
}

/**
 * Bounded memory of project keys that drops the least recently used entry first.
 *
 * | a key is | `find` returns | until |
 * |---|---|---|
 * | current | its project | it changes |
 * | outdated | `undefined`: look it up | it is remembered again, or used because no source can answer |
 * | outdated, in use | its project | `useOutdated`'s time is over; then it is outdated again |
 * | unknown | `unknown` | its time is over, or it changes |
 */
export class SettingsMemory {
  private readonly known: Lru<Entry>;
  private readonly unknown: Lru<number>;
  private readonly unknownKeyMs: number;

  constructor({ maxCachedKeys, maxUnknownKeys, unknownKeyMs }: MemoryBounds) {
    this.known = createLru(maxCachedKeys);
    this.unknown = createLru(maxUnknownKeys);
    this.unknownKeyMs = unknownKeyMs;
  }

  find(key: string): CompiledProject | 'unknown' | undefined {
    const entry = this.known.get(key);
    if (entry !== undefined && performance.now() < entry.refreshAt) return entry.project;
    return (this.unknown.get(key) ?? 0) > performance.now() ? 'unknown' : undefined;
  }

  remember(key: string, project: CompiledProject | undefined): void {
    this.known.delete(key);
    if (project === undefined) this.unknown.set(key, performance.now() + this.unknownKeyMs);
    else this.known.set(key, { project, refreshAt: Infinity });
  }

  /** Remembers settings that changed while they were read: used only if reading them again fails. */
  rememberOutdated(key: string, project: CompiledProject | undefined): void {
    if (project === undefined || this.known.get(key) !== undefined) return;
    this.known.set(key, { project, refreshAt: 0 });
  }

  /** Marks the key's settings as outdated: the next request reads them again. */
  outdate(key: string): void {
    this.unknown.delete(key);
    const entry = this.known.get(key);
    if (entry !== undefined) entry.refreshAt = 0;
  }

  /** Returns the outdated project and serves it for `forMs` more milliseconds; `undefined` if the key is not remembered. */
  useOutdated(key: string, forMs: number): CompiledProject | undefined {
    const entry = this.known.get(key);
    if (entry !== undefined) entry.refreshAt = performance.now() + forMs;
    return entry?.project;
  }

  keys(): string[] {
    return [...this.known.keys(), ...this.unknown.keys()];
  }
}
