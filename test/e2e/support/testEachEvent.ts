import { beforeAll, describe, expect, test } from '@jest/globals';
import { sendEach, tallyOf, type CaseResult, type EventCase } from './sendEach.js';
import { type Row } from './stored.js';
import { type System } from './system.js';
import { createTenant, type Project, type Settings } from './tenant.js';

export interface EventTable<Case extends EventCase> {
  readonly system: () => System;
  readonly cases: readonly Case[];
  readonly settings?: Settings;
  /** Expected content of the row of a processed event. */
  readonly expectRow?: (row: Row, one: Case) => void;
}

/**
 * Declares one test per case: the tally of its batch is exact, its neighbors are stored, and the event is stored once
 * or not at all. Returns the project, for tests of the final state.
 */
export function testEachEvent<Case extends EventCase>(table: EventTable<Case>): () => Project {
  let project: Project;
  let results: Map<string, CaseResult>;
  beforeAll(async () => {
    project = await createTenant(table.system(), table.settings ? { project: table.settings } : {});
    results = await sendEach(table.system(), project, table.cases);
  }, 60_000);

  describe.each(table.cases.map((one) => [one.expected, one.name, one] as const))('%s: %s', (_expected, name, one) => {
    test('tally, neighbours and row', () => {
      const result = results.get(name);
      expect(result?.answer.json).toEqual({ success: true, ...tallyOf(one.expected) });
      expect(result?.answer.status).toBe(202);
      expect(result?.neighboursStored).toBe(true);
      expect(result?.row !== undefined).toBe(one.expected === 'processed');
      if (result?.row !== undefined) table.expectRow?.(result.row, one);
    });
  });
  return () => project;
}
