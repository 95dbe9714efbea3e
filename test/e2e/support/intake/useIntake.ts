import type { ApiClient, WireObject } from '../api.js';
import type { System } from '../system.js';
import type { Project } from '../tenant.js';
import { useApiClient, useSystem, useTenant } from '../useSystem.js';
import { eventEnvelope, postSentry, sentryEvent } from './envelopes.js';
import { exceptionOf } from './found.js';

/** A project that takes requests of Sentry's SDKs, and a client that reads it. */
export interface Intake {
  readonly system: System;
  readonly project: Project;
  readonly api: ApiClient;
  /** Sends an event with these fields and returns the stored exception. */
  readonly stored: (over: Readonly<Record<string, unknown>>) => Promise<WireObject>;
}

/** Makes a new project for the tests of this file. */
export function useIntake(): Intake {
  const system = useSystem();
  const project = useTenant(system);
  const api = useApiClient(system, project, 'project:read');
  return {
    system,
    project,
    api,
    stored: async (over) => {
      const event = sentryEvent(over);
      const { status } = await postSentry(system, project, eventEnvelope(event));
      if (status !== 200) throw new Error(`the gateway answered ${status}`);
      return exceptionOf(api, event.event_id);
    },
  };
}
