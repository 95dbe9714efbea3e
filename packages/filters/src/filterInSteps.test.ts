import type { AcceptedEvent } from '@sluice/contract';
import { DEFAULT_PROJECT_SETTINGS } from '@sluice/contract';
import { describe, expect, test } from '@jest/globals';
import { compileFilters, type ProjectFilters } from './compileFilters.js';
import { filterEvent, type FilterFacts } from './filterEvent.js';
import { filterInSteps } from './filterInSteps.js';
import { createRandom, randomPattern, randomText } from './testing/naiveGlobs.js';

describe('filters in steps', () => {
  test('decide as filters at once do', () => {
    const seed = Date.now() % 2 ** 31;
    const random = createRandom(seed);
    const listOf = (): readonly string[] => [
      ...(random(2) === 0 ? costly(3) : []),
      ...Array.from({ length: random(3) }, () => randomPattern(random)),
    ];
    for (let round = 0; round < 150; round += 1) {
      const lists = { environments: listOf(), releases: listOf(), messages: listOf() };
      const facts = factsWith(filtersWith({ ...lists, localhost: random(2) === 0 }), random(3) === 0);
      const payload = { message: randomText(random), type: randomText(random), url: 'http://localhost/' };
      const contexts = { environment: randomText(random), release: random(100) };
      const event = eventWith(['exception', 'log', 'hit'][random(3)] ?? '', payload, contexts);
      const match = filterEvent(event, facts);
      expect({ seed, ...lists, event, match: run(event, facts).match }).toEqual({ seed, ...lists, event, match });
    }
  });

  test('yield between the parts of a list that costs more than a saved one may', () => {
    const stored = filtersWith({ messages: [...costly(40), 'Error: boom'] });
    const cheap = filtersWith({ messages: ['*never*', '*a*b*', 'Error: boom'] });
    expect([stored.isCostly, cheap.isCostly]).toEqual([true, false]);
    const event = eventWith('exception', { message: 'boom' });
    expect(run(event, factsWith(stored)).match).toEqual(filterEvent(event, factsWith(cheap)));
    expect(run(event, factsWith(stored)).steps).toBeGreaterThan(40);
    expect(run(event, factsWith(cheap)).steps).toBeLessThan(4);
  });

  test('of many classes that are anchored yield, too', () => {
    const filters = filtersWith({
      messages: Array.from({ length: 1_000 }, (_, index) => `${'[!b]'.repeat(126)}*${index}`),
    });
    expect(run(eventWith('log', { message: 'a'.repeat(200) }), factsWith(filters)).steps).toBeGreaterThan(10);
  });
});

function run(event: AcceptedEvent, facts: FilterFacts): { readonly match: unknown; readonly steps: number } {
  const work = filterInSteps(event, facts);
  let steps = 0;
  for (;;) {
    const step = work.next();
    if (step.done === true) return { match: step.value, steps };
    steps += 1;
  }
}

function factsWith(filters: ProjectFilters, isCrawler = false): FilterFacts {
  return {
    filters,
    addressEntry: undefined,
    agent: { isCrawler, isLegacyBrowser: false },
    page: { pageHost: undefined, address: '' },
  };
}

/** Patterns that match nothing; three of them cost more than a list that is saved may. */
function costly(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `*${'never'.repeat(50)}*${'x'.repeat(200)}${index}*`);
}

function filtersWith(filters: object): ProjectFilters {
  return compileFilters({ ingestion: true, filters: { ...DEFAULT_PROJECT_SETTINGS.filters, ...filters } });
}

function eventWith(type: string, payload: object, contexts: object = {}): AcceptedEvent {
  return { type, timestamp: '', contexts, payload } as AcceptedEvent;
}
