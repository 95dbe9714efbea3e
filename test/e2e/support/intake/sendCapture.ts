import { retargetCapture, type Capture } from '@sluice/testkit/captures';
import { ask, type Answer } from '../http.js';
import { type System } from '../system.js';
import { type Project } from '../tenant.js';

/** Returns a capture for this project. What was sent to a tunnel goes where a tunnel forwards it to. */
export function addressTo({ key, id }: Project, capture: Capture): Capture {
  const addressed = retargetCapture(capture, { key, project: id });
  return addressed.url === '/tunnel' ? { ...addressed, url: `/api/${id}/envelope/` } : addressed;
}

/** Sends a request as its SDK did. */
export const sendCapture = (system: System, { method, url, headers, body, chunked }: Capture): Promise<Answer> =>
  ask(`${system.baseUrl}${url}`, { method, headers, body, chunked });

/** Sends requests one after the other and returns the responses. */
export async function sendCaptures(system: System, captures: readonly Capture[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const capture of captures) answers.push(await sendCapture(system, capture));
  return answers;
}
