import type { AcceptedEvent } from '@sluice/contract';
import type { PausableTask } from '@sluice/runtime';
import type { FindEntry, ProjectFilters } from './compileFilters.js';
import { filterEvent, type FilterFacts, type FilterMatch } from './filterEvent.js';

/** A text that a list is asked for, and what the list finds. */
interface Question {
  readonly list: FindEntry;
  readonly text: string;
  entry: string | undefined;
}

/**
 * Returns what {@link filterEvent} returns, and yields at least every few milliseconds, also for lists that take longer for one
 * text: it first notes which texts the lists are asked for, then finds their entries in steps, and then decides with these.
 */
export function* filterInSteps(event: AcceptedEvent, facts: FilterFacts): PausableTask<FilterMatch | undefined> {
  const questions: Question[] = [];
  const note = (list: FindEntry, text: string): undefined => void questions.push({ list, text, entry: undefined });
  filterEvent(event, { ...facts, filters: withLists(facts.filters, note) });
  for (const question of questions) {
    const { list, text } = question;
    question.entry = list.inSteps === undefined ? list(text) : yield* list.inSteps(text);
    // The others are not asked for.
    if (question.entry !== undefined) break;
    yield;
  }
  let next = 0;
  const answer = (): string | undefined => questions[next++]?.entry;
  return filterEvent(event, { ...facts, filters: withLists(facts.filters, answer) });
}

/** Returns the filters with another function in place of each list of patterns. */
function withLists(
  filters: ProjectFilters,
  ask: (list: FindEntry, text: string) => string | undefined,
): ProjectFilters {
  const replace = (list: FindEntry | undefined): FindEntry | undefined =>
    list === undefined ? undefined : (text) => ask(list, text);
  const { environments, releases, messages } = filters;
  return {
    ...filters,
    environments: replace(environments),
    releases: replace(releases),
    messages: replace(messages),
  };
}
