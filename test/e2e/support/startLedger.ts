import { connectApi } from './api.js';
import { hourStart } from './clock.js';
import { makeEvents } from './events.js';
import { sendEvents } from './send.js';
import { type System } from './system.js';
import { createProject, type Project } from './tenant.js';

/**
 * Creates the ledger of an organization without one from what is in PostgreSQL, and makes the first event of the project some hours old:
 * another project sends an event. Resolves when gateways decide by this past. If PostgreSQL is slow, they start without it.
 */
export async function startLedger(system: System, project: Project, firstHoursAgo = 5): Promise<void> {
  await system.sql('insert into first_accepted (project_id, at) values ($1, $2)', [
    project.id,
    hourStart(firstHoursAgo),
  ]);
  const other = await createProject(system, project.organization);
  await sendEvents(system.baseUrl, other, makeEvents('log', 1));
  const api = await connectApi(system, project, 'project:read');
  await api.until('caps', {}, ({ spikeFrom }) => spikeFrom !== null);
}
