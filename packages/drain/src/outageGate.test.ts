import { describe, expect, test } from '@jest/globals';
import { silentLogger } from '@sluice/runtime';
import { createOutageGate } from './outageGate.js';

describe('an outage', () => {
  test('pauses once, resumes once, and has the time of its begin', () => {
    const switched: string[] = [];
    let now = 1_000;
    const gate = createOutageGate(
      { pause: () => void switched.push('pause'), resume: () => void switched.push('resume') },
      silentLogger,
      () => now,
    );
    gate.reportSuccess();
    expect([switched, gate.unavailableSince()]).toEqual([[], undefined]);
    gate.reportFailure(new Error('away'));
    now = 2_000;
    gate.reportFailure(new Error('away'));
    expect([switched, gate.unavailableSince()]).toEqual([['pause'], 1_000]);
    gate.reportSuccess();
    gate.reportSuccess();
    expect([switched, gate.unavailableSince()]).toEqual([['pause', 'resume'], undefined]);
  });
});
