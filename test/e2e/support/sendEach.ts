import { type Answer, type Ask } from './http.js';
import { makeEvent, serialOf } from './events.js';
import { sendEvents, tally, type Tally } from './send.js';
import { storedBySerial, waitForStored, type Row } from './stored.js';
import { type System } from './system.js';
import { type Project } from './tenant.js';

export type Expected = 'processed' | 'invalid' | 'filtered' | 'ignored';

export interface EventCase {
  /** Describes the event. */
  readonly name: string;
  readonly event: unknown;
  readonly expected: Expected;
  /** Differences from the default request. */
  readonly ask?: Ask;
}

export interface CaseResult {
  readonly answer: Answer;
  /** The row with the event's serial, if it is stored. */
  readonly row: Row | undefined;
  /** Whether the valid events before and after it in the batch are stored. */
  readonly neighboursStored: boolean;
}

/** The tally of a batch that holds the event of this case and two valid neighbours of the same fate as any. */
export function tallyOf(expected: Expected): Tally {
  if (expected === 'ignored') return tally({ processed: 2 });
  if (expected === 'processed') return tally({ processed: 3 });
  return tally({ processed: 2, [expected]: 1 });
}

/**
 * Sends every case in a separate batch between two valid logs, waits until all processed events are stored, and
 * returns the result of each by name.
 */
export async function sendEach(
  system: System,
  project: Project,
  cases: readonly EventCase[],
): Promise<Map<string, CaseResult>> {
  const sent: { one: EventCase; answer: Answer; neighbours: (string | undefined)[] }[] = [];
  let processed = 0;
  for (const one of cases) {
    const [before, after] = [makeEvent('log'), makeEvent('log')];
    const answer = await sendEvents(system.baseUrl, project, [before, one.event, after], one.ask ?? {});
    processed += (answer.json as Partial<Tally> | undefined)?.processed ?? 0;
    sent.push({ one, answer, neighbours: [serialOf(before), serialOf(after)] });
  }
  await waitForStored(system, project, processed);
  const rows = await storedBySerial(system, project);
  return new Map(
    sent.map(({ one, answer, neighbours }) => [
      one.name,
      {
        answer,
        row: rows.get(serialOf(one.event) ?? ''),
        neighboursStored: neighbours.every((serial) => rows.has(serial ?? '')),
      },
    ]),
  );
}
