// Rules about new issues and regressions, and the webhooks that they notify.

/**
 * Each project has a rule, and two projects share a destination: an organization has at most 50 destinations. The default rules of
 * the organization stay, as in any other: each firing of them is stored too, and their destination has the default limit.
 */
const PROJECTS_OF_DESTINATION = 2;
/**
 * The highest that a destination can have. With the default, 30, most issues of the run would be in the digest of the next hour,
 * which is intended and says nothing about the latency.
 */
const HOURLY_LIMIT = 1_000;

/** @returns {Promise<{ destinationIds: string[], ruleOf: Map<string, { id: string, organizationId: string }> }>} rules by project id */
export async function makeRules(db, projects, url) {
  const { createDestination, createRule } = await import('../../../packages/alerts/dist/index.js');
  const { OPERATOR } = await import('../../../packages/contract/dist/index.js');
  const { rows } = await db.pool.query('select organization_id::text as id from projects where id = $1', [
    projects[0].id,
  ]);
  const organizationId = rows[0].id;
  const secrets = { url, signingSecrets: [`whsec_${Buffer.alloc(32, 'bench').toString('base64')}`] };
  const destinationIds = [];
  const ruleOf = new Map();
  for (const [index, project] of projects.entries()) {
    if (index % PROJECTS_OF_DESTINATION === 0) {
      const input = { name: `hook ${index}`, hourlyLimit: HOURLY_LIMIT, secrets };
      const change = { actor: OPERATOR, check: () => [] };
      destinationIds.push((await createDestination(db, { organizationId, kind: 'webhook', input }, change)).id);
    }
    const conditions = [{ kind: 'new_issue' }, { kind: 'regression' }];
    const input = { name: `issues of ${project.slug}`, conditions, destinationIds: destinationIds.slice(-1) };
    const rule = await createRule(db, { organizationId, projectId: project.id }, input, { actor: OPERATOR });
    ruleOf.set(project.id, { id: rule.id, organizationId });
  }
  return { destinationIds, ruleOf };
}
