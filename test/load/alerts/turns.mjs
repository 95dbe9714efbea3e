// How long the rule of one organization waits while another one has thousands: 200 rules in each of 20 projects, with ten conditions about
// rates each, and issues that each condition has to look at. Nothing fires but the rule that waits.

const CONDITIONS = 10;
const PROJECTS = 20;
const ISSUES = 100;
const MINUTES = 60;
/** Longest wait: one part of the other organization, and a statement. */
const TARGET_MS = 4_000;

export async function measureTurns(db, rules) {
  const { createEvaluator } = await import('../../../packages/alerts/dist/evaluate/createEvaluator.js');
  const metrics = { countFirings: () => undefined };
  const logger = Object.fromEntries(['debug', 'info', 'warn', 'error'].map((level) => [level, () => undefined]));
  const depth = { read: () => Promise.resolve({}) };
  const create = (budgetMs) => createEvaluator({ db, depth, metrics, logger }, { budgetMs });
  await fill(db, rules);
  const whole = await timed(create(3_600_000));
  const waits = [];
  for (let round = 0; round < 3; round += 1) {
    await storeIssue(db);
    // A process that starts looks at an hour of everything, which is the most work.
    waits.push(await waitForFiring(db, create(8_000)));
  }
  const most = Math.max(...waits);
  console.table([
    {
      rules,
      conditions: rules * CONDITIONS,
      'ms (all rules)': Math.round(whole),
      'ms (rule of another organization)': Math.round(most),
      ok: most < TARGET_MS,
    },
  ]);
  return { rules, whole, waits };
}

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Time from an exception until the rule of the small organization has fired, in passes that follow each other. */
async function waitForFiring(db, evaluate) {
  const count = async () => (await db.pool.query(`select from alert_firings`)).rowCount;
  const before = await count();
  const began = performance.now();
  let endMs;
  let isOver = false;
  const watch = (async () => {
    while (endMs === undefined) {
      if ((await count()) > before) endMs = performance.now();
      else await new Promise((resolve) => setTimeout(resolve, 20));
    }
    isOver = true;
  })();
  while (!isOver) await evaluate();
  await watch;
  return endMs - began;
}

async function fill(db, rules) {
  const organizations = await db.pool.query(`insert into organizations (slug) values ('big'), ('small') returning id`);
  const [big, small] = organizations.rows.map(({ id }) => id);
  const projects = await db.pool.query(
    `insert into projects (organization_id, slug) select $1::int8, 'p' || n from generate_series(1, $2::int) n returning id`,
    [big, PROJECTS],
  );
  await db.pool.query(`insert into projects (organization_id, slug) values ($1, 'small')`, [small]);
  const condition = (above) => ({ kind: 'issue_rate', measure: 'events', above, windowMinutes: 5 });
  const many = JSON.stringify(Array.from({ length: CONDITIONS }, (_, index) => condition(100_000 + index)));
  await db.pool.query(
    `insert into alert_rules (organization_id, project_id, name, conditions, filters, counted_since)
     select $1::int8, p, 'many', $3::jsonb, '{"environments":["prod*"]}', now() - interval '1 day'
     from unnest($2::int8[]) p, generate_series(1, $4::int)`,
    [big, projects.rows.map(({ id }) => id), many, Math.round(rules / PROJECTS)],
  );
  await db.pool.query(
    `insert into alert_rules (organization_id, project_id, name, conditions, counted_since)
     select $1::int8, id, 'one', $2::jsonb, now() - interval '1 day' from projects where organization_id = $1::int8`,
    [small, JSON.stringify([condition(3)])],
  );
  for (const { id } of projects.rows) for (let issue = 0; issue < ISSUES; issue += 1) await addIssue(db, id, 5_000);
  await db.pool.query('vacuum analyze issue_minutes, issues, issue_hashes, alert_rules');
}

async function addIssue(db, projectId, count) {
  const id = crypto.randomUUID();
  await db.pool.query(
    `insert into issues (project_id, id, title, culprit, level, count, users, first_seen, last_seen, last_event_id)
     values ($1, $2, 'Error', 'x', 'error', 50, 1, now(), now(), $2)`,
    [projectId, id],
  );
  await db.pool.query('insert into issue_hashes (project_id, hash, issue_id) values ($1, $2, $3)', [projectId, id, id]);
  await db.pool.query(
    `insert into issue_minutes select $1, $2, 'production', date_trunc('minute', now()) - make_interval(mins => n), $3
     from generate_series(0, $4::int) n`,
    [projectId, id, count, count > 100 ? MINUTES - 1 : 0],
  );
}

async function storeIssue(db) {
  const { rows } = await db.pool.query(`select id from projects where slug = 'small'`);
  await addIssue(db, rows[0].id, 50);
}
