import { BROWSERS, type Browser } from './browsers.js';

/** A customer with an account. */
export interface Person {
  readonly contexts: Readonly<Record<string, string>>;
  readonly browser: Browser;
  readonly plan: string;
  readonly region: string;
}

const FIRST = [
  'Ada',
  'Grace',
  'Alan',
  'Edsger',
  'Barbara',
  'Radia',
  'Ken',
  'Margaret',
  'Donald',
  'Frances',
  'Niklaus',
  'Karen',
];
const LAST = ['Lindqvist', 'Okafor', 'Moreau', 'Tanaka', 'Novak', 'Brandt', 'Silva'];
const PLANS = ['free', 'free', 'plus', 'free', 'pro'];
const REGIONS = ['eu', 'eu', 'us', 'eu', 'apac', 'us'];

/** Number of customers. */
export const PEOPLE_COUNT = FIRST.length * LAST.length;

/** Returns a customer, the same one for the same index from 0 to {@link PEOPLE_COUNT} − 1. */
export function personAt(index: number): Person {
  const first = FIRST[index % FIRST.length] ?? '';
  const last = LAST[(index * 5) % LAST.length] ?? '';
  const username = `${first}.${last}`.toLowerCase();
  return {
    contexts: {
      'user.id': `u-${1001 + index}`,
      'user.email': `${username}@example.com`,
      'user.username': username,
      'user.name': `${first} ${last}`,
    },
    browser: browserOf(index),
    plan: PLANS[index % PLANS.length] ?? 'free',
    region: REGIONS[index % REGIONS.length] ?? 'eu',
  };
}

/** Spreads the browsers over the customers by their weights. */
function browserOf(index: number): Browser {
  let left = (index * 37 + 11) % 100;
  for (const [weight, browser] of BROWSERS) {
    left -= weight;
    if (left < 0) return browser;
  }
  return BROWSERS[0]?.[1] ?? { engine: 'v8', agent: '', width: 1280, height: 720 };
}
