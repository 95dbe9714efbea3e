import type { Random } from './random.js';

/** Engine that determines stack format and error messages. */
export type Engine = 'v8' | 'gecko' | 'jsc';

/** A visitor of the demo shop. */
export interface Visitor {
  readonly agent: string;
  readonly engine: Engine;
  readonly session: string;
  readonly environment: string;
  readonly release: string;
  /** User contexts; empty for an anonymous visitor. */
  readonly user: Readonly<Record<string, string>>;
  /** Contexts of every browser event. */
  readonly contexts: Readonly<Record<string, string>>;
}

const AGENTS: readonly (readonly [engine: Engine, agent: string])[] = [
  [
    'v8',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  ],
  [
    'jsc',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  ],
  ['gecko', 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'],
  [
    'jsc',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'v8',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  ],
  [
    'v8',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  ],
];

const PEOPLE = [
  ['u-1001', 'ada@example.com', 'ada', 'Ada Lovelace'],
  ['u-1002', 'grace@example.com', 'grace', 'Grace Hopper'],
  ['u-1003', 'alan@example.com', 'alan', 'Alan Turing'],
  ['u-1004', 'edsger@example.com', 'edsger', 'Edsger Dijkstra'],
  ['u-1005', 'barbara@example.com', 'barbara', 'Barbara Liskov'],
] as const;

/** The current release, older ones, and a canary. */
const RELEASES = { newest: 'shop@2.4.1', older: ['shop@2.4.0', 'shop@2.3.7'], next: 'shop@2.5.0-rc.1' } as const;

/** Creates a random visitor: usually identified, in production and on the newest release. */
export function createVisitor(chance: Random): Visitor {
  const [engine, agent] = chance.pick(AGENTS);
  const environment = chance.share() < 0.85 ? 'production' : 'staging';
  const [id, email, username, name] = chance.pick(PEOPLE);
  const user: Visitor['user'] =
    chance.share() < 0.8 ? { 'user.id': id, 'user.email': email, 'user.username': username, 'user.name': name } : {};
  const release = releaseOf(chance, environment);
  return {
    agent,
    engine,
    session: chance.hex(16),
    environment,
    release,
    user,
    contexts: { environment, release, 'device.userAgent': agent, ...user },
  };
}

function releaseOf(chance: Random, environment: string): string {
  if (environment === 'staging' && chance.share() < 0.7) return RELEASES.next;
  return chance.share() < 0.7 ? RELEASES.newest : chance.pick(RELEASES.older);
}
