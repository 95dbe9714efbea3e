const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Returns ids and moments for the questions, from the tables of one project. */
export async function someIds(pool, projectId) {
  const one = async (query) => (await pool.query(query)).rows[0].id;
  const ago = (ms) => new Date(Date.now() - ms).toISOString();
  const latest = (table) => one(`select id from ${table} where project_id = ${projectId} order by id desc limit 1`);
  const issue = await one(`select id from issues where project_id = ${projectId} order by count desc, id limit 1`);
  return {
    issue,
    issueEvent: await one(`
      select e.id from exceptions e join issue_hashes h on h.project_id = e.project_id and h.hash = e.hash
      where h.project_id = ${projectId} and h.issue_id = '${issue}' order by e.id desc limit 1 offset 20`),
    exception: await latest('exceptions'),
    span: await latest('spans'),
    log: await latest('logs'),
    trace: await one(`
      select trace_id as id from traces where project_id = ${projectId} and trace_id <> 'trace-big'
      order by first_id desc limit 1`),
    bigTrace: 'trace-big',
    bigSpan: 'big-77',
    replay: 'replay-1',
    user: 'id:17',
    rareUser: 'id:rare',
    month: ago(30 * DAY_MS),
    week: ago(7 * DAY_MS),
    day: ago(DAY_MS),
    hour: ago(HOUR_MS),
  };
}
