import type { Chance } from './chance.js';

/** Somebody who uses the demonstration shop. */
export interface Visitor {
  readonly agent: string;
  readonly session: string;
  readonly environment: string;
  readonly release: string;
  /** Contexts that every event of the visit bears. */
  readonly contexts: Readonly<Record<string, string>>;
}

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
] as const;

const PEOPLE = [
  ['u-1001', 'ada@example.com', 'ada'],
  ['u-1002', 'grace@example.com', 'grace'],
  ['u-1003', 'alan@example.com', 'alan'],
  ['u-1004', 'edsger@example.com', 'edsger'],
  ['u-1005', 'barbara@example.com', 'barbara'],
] as const;

/** A visitor by chance: most are known, most are in production, most have the newest release. */
export function createVisitor(chance: Chance): Visitor {
  const agent = chance.pick(AGENTS);
  const environment = chance.share() < 0.85 ? 'production' : 'staging';
  const release = chance.share() < 0.7 ? 'shop@2.4.1' : chance.pick(['shop@2.4.0', 'shop@2.3.7']);
  const [id, email, username] = chance.pick(PEOPLE);
  const user = chance.share() < 0.8 ? { 'user.id': id, 'user.email': email, 'user.username': username } : {};
  return {
    agent,
    session: chance.hex(16),
    environment,
    release,
    contexts: { environment, release, 'device.userAgent': agent, ...user },
  };
}
