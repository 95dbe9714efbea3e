import type { RefusedEvent } from '@sluice/contract';
import type { Allowance, ProjectCaps } from '@sluice/redis';
import type { AdmittedBatch } from '../admission/admitEvents.js';
import { before } from '../admission/spendAllowance.js';
import { explainRefusals, needsCaps } from './explainRefusals.js';
import type { HoldOffFacts } from './computeHoldOffs.js';
import type { IncomingBatch } from './identifyBatch.js';

/** The refused events of an answer, explained. Never rejects. */
export type Explainer = (facts: HoldOffFacts) => Promise<readonly RefusedEvent[]>;

/** How long an answer waits for the caps, milliseconds; without them a message does not name the number. */
const CAPS_MS = 500;

const NO_FLAWS: ReadonlyMap<number, never> = new Map<number, never>();

/** Explains a batch's answer; `undefined` where the request did not ask for that (`X-Service-Debug: 1`). */
export function createExplainer(
  { project, explain }: IncomingBatch,
  { issues = NO_FLAWS }: Pick<AdmittedBatch, 'issues'>,
  { readCaps }: Pick<Allowance, 'readCaps'>,
): Explainer | undefined {
  if (!explain) return undefined;
  const capsIn = async (hour: number): Promise<ProjectCaps | undefined> => {
    const { organizationId, projectId } = project;
    const reading = readCaps(organizationId, [projectId], hour);
    return (await before(performance.now() + CAPS_MS, reading).catch(() => []))[0];
  };
  return async (facts) => {
    const caps = needsCaps(facts.verdicts) ? await capsIn(facts.hour) : undefined;
    return explainRefusals({ ...facts, project, issues, caps });
  };
}
