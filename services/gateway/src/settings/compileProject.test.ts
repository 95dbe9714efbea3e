import { expect, test } from '@jest/globals';
import type { ProjectedProject } from '@sluice/contract';
import { newProject } from '../testing/gatewayHarness.js';
import { compileProject } from './compileProject.js';

test('a projection of an earlier version gets the defaults of later settings', () => {
  const { settings, ...project } = newProject({ eventsPerHour: 5 });
  const older = Object.fromEntries(Object.entries(settings).filter(([name]) => name !== 'bytesPerHour'));
  const known = compileProject({ ...project, settings: older as unknown as ProjectedProject['settings'] });
  expect(known.settings).toMatchObject({ eventsPerHour: 5, bytesPerHour: 2_000_000_000 });
});
