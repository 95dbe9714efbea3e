import { createLru, type Lru } from '@sluice/runtime';
import type { CompiledProject } from './compileProject.js';

/** Bounds of the memory, and how long a key is remembered as unknown or disabled, in milliseconds. */
export interface MemoryBounds {
  readonly maxCachedKeys: number;
  readonly maxUnknownKeys: number;
  readonly unknownKeyMs: number;
}

/** What is known of a key: its project, that it is disabled, or that it does not exist. */
export type KnownKey = CompiledProject | 'disabled' | 'unknown';

/** An enabled key. `refreshAt`: time (`performance.now()`) from which it must be looked up again; `Infinity` while it is current. */
interface Entry {
  readonly project: CompiledProject;
  refreshAt: number;
}

/** A key without a project, until a time (`performance.now()`). */
interface Refused {
  readonly state: 'disabled' | 'unknown';
  readonly until: number;
}

/**
 * Bounded memory of project keys that drops the least recently used entry first.
 *
 * | a key is | `find` returns | until |
 * |---|---|---|
 * | current | its project | it changes |
 * | outdated | `undefined`: look it up | it is remembered again, or used because no source can answer |
 * | outdated, in use | its project | `useOutdated`'s time is over; then it is outdated again |
 * | disabled or unknown | `disabled` or `unknown` | its time is over, or it changes |
 */
export class SettingsMemory {
  private readonly known: Lru<Entry>;
  private readonly refused: Lru<Refused>;
  private readonly unknownKeyMs: number;

  constructor({ maxCachedKeys, maxUnknownKeys, unknownKeyMs }: MemoryBounds) {
    this.known = createLru(maxCachedKeys);
    this.refused = createLru(maxUnknownKeys);
    this.unknownKeyMs = unknownKeyMs;
  }

  find(key: string): KnownKey | undefined {
    const entry = this.known.get(key);
    if (entry !== undefined && performance.now() < entry.refreshAt) return entry.project;
    const refused = this.refused.get(key);
    return refused !== undefined && refused.until > performance.now() ? refused.state : undefined;
  }

  remember(key: string, known: KnownKey): void {
    this.known.delete(key);
    if (typeof known === 'object') this.known.set(key, { project: known, refreshAt: Infinity });
    else this.refused.set(key, { state: known, until: performance.now() + this.unknownKeyMs });
  }

  /** Remembers settings that changed while they were read: used only if reading them again fails. */
  rememberOutdated(key: string, known: KnownKey): void {
    if (typeof known !== 'object' || this.known.get(key) !== undefined) return;
    this.known.set(key, { project: known, refreshAt: 0 });
  }

  /** Marks the key's settings as outdated: the next request reads them again. */
  outdate(key: string): void {
    this.refused.delete(key);
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
    return [...this.known.rkeys(), ...this.refused.rkeys()];
  }
}
