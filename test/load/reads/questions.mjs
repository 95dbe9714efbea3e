// What the part "reads" asks: every list, chart and detail of the dashboard's pages, then lists as a program reads them.
// `{…}` is replaced by an id or a moment that the data has: `{day}` is a day ago, `{week}` seven days, `{month}` thirty.

const get = (address) => ({ address });
const post = (address, body) => ({ address, body });

/** In the order of the navigation. @type {readonly { address: string, body?: unknown }[]} */
const OF_PAGES = [
  // Issues: each sort, state and filter, over a day and over everything.
  ...['lastSeen', 'newest', 'firstSeen', 'count', 'users', 'trend'].flatMap((sort) => [
    get(`issues?status=open&from={day}&sort=${sort}&limit=50`),
    get(`issues?status=open&from={month}&sort=${sort}&limit=50`),
  ]),
  get('issues?status=new&from={week}&limit=50'),
  get('issues?status=regressed&from={month}&limit=50'),
  get('issues?status=open&from={month}&level=fatal&limit=50'),
  get('issues?status=open&from={month}&assignee=none&limit=50'),
  get('issues?status=assigned&from={month}&limit=50'),
  get('issues?status=open&from={month}&environment=staging&limit=50'),
  get('issues?status=open&from={month}&environment=staging&release=1.4.0&limit=50'),
  get('issues?status=open&from={month}&release=1.4.0&sort=count&limit=50'),
  get('issues?status=open&from={month}&tag=region%3Aeu&limit=50'),
  get('issues?status=open&from={month}&user=id%3A17&limit=50'),
  get('issues?status=open&from={month}&url=checkout&limit=50'),
  get('issues?status=open&from={month}&query=fault%2017&limit=50'),
  get('issues?status=open&from={month}&query=nowhere&limit=50'),
  get('issues/summary?from={day}'),
  get('issues/summary?from={month}'),
  get('issues/summary?from={month}&environment=staging'),
  get('issues/summary?from={month}&release=1.4.0'),
  get('issues/summary?from={month}&query=fault%2017'),
  ...['tag', 'user', 'url'].map((field) => get(`issues/filter-values?from={month}&field=${field}`)),
  // An issue.
  get('issues/{issue}?from={month}'),
  get('issues/{issue}?from={day}&environment=staging'),
  get('issues/{issue}/distributions'),
  get('issues/{issue}/distributions?from={day}'),
  get('issues/{issue}/distributions?from={month}&environment=staging'),
  get('issues/{issue}/events?limit=50'),
  get('issues/{issue}/events/{issueEvent}/neighbors?from={month}'),
  get('issues/{issue}/history'),
  get('issues/{issue}/comments'),
  get('exceptions/{exception}'),
  // Traces.
  get('endpoints?from={day}'),
  get('endpoints?from={month}'),
  get('endpoints/series?from={day}'),
  get('endpoints/series?from={month}'),
  get('endpoints/series?from={month}&name=checkout'),
  get('traces?from={day}&limit=50'),
  get('traces?from={day}&environment=staging&limit=50'),
  get('traces?from={day}&minDuration=100&limit=50'),
  get('traces?from={day}&query=nowhere&limit=50'),
  get('traces/{trace}?spans=false'),
  get('traces/{trace}/spans'),
  get('traces/{trace}/visit'),
  get('traces/{bigTrace}?spans=false'),
  get('traces/{bigTrace}/spans?limit=1000'),
  get('traces/{bigTrace}/spans/{bigSpan}'),
  get('logs?trace={trace}&limit=100'),
  get('exceptions?trace={trace}'),
  // Metrics.
  get('metrics?from={month}'),
  get('metrics/lcp?from={day}'),
  get('metrics/lcp?from={month}'),
  get('metrics/lcp?from={month}&groupBy=release'),
  get('metrics/lcp?from={month}&groupBy=environment'),
  get('metrics/lcp?from={day}&groupBy=rootName'),
  get('metrics/lcp/traces?from={day}'),
  get('metrics/lcp/traces?from={hour}&sort=smallest'),
  get('metrics/lcp/traces?from={day}&rootName=checkout'),
  // Logs.
  get('logs?from={day}&limit=100'),
  get('logs?from={day}&levels=error,fatal&limit=100'),
  get('logs?from={day}&attributes=order.id%3A17&limit=100'),
  get('logs?from={day}&query=nowhere&limit=100'),
  get('logs?from={month}&environment=staging&limit=100'),
  get('logs/histogram?from={day}'),
  get('logs/histogram?from={month}'),
  get('logs/histogram?from={month}&query=nowhere'),
  get('logs/{log}'),
  get('logs/{log}/surroundings'),
  // Visits.
  get('visits?from={day}'),
  get('visits?from={month}'),
  ...['entry', 'page', 'referrer', 'browser', 'os', 'device', 'custom'].map((dimension) =>
    get(`visits/breakdown?from={month}&dimension=${dimension}`),
  ),
  get('visits/breakdown?from={day}&dimension=page&bots=true'),
  // Replays.
  get('replays?from={month}&limit=50'),
  ...['duration', 'errors', 'pages'].map((sort) => get(`replays?from={month}&sort=${sort}&limit=50`)),
  get('replays?from={month}&user=id%3A17&limit=50'),
  get('replays?from={month}&url=cart&limit=50'),
  get('replays/{replay}'),
  get('replays/{replay}/markers'),
  get('replays/{replay}/segments/0'),
  // Releases.
  get('releases'),
  get('releases?query=1.4'),
  get('release-adoption?from={month}'),
  get('releases/1.4.0'),
  get('releases/1.4.0/issues?limit=50'),
  get('releases/1.4.0/series?from={month}'),
  get('releases/1.4.0/comparison'),
  // Users.
  get('users?from={month}&limit=50'),
  get('users?from={month}&sort=exceptions&limit=50'),
  get('users?from={month}&query=nobody&limit=50'),
  get('user-impact?from={month}'),
  get('users/{user}'),
  get('users/{user}/timeline?limit=100'),
  get('users/{rareUser}/timeline?limit=100'),
  // Stats & Usage.
  get('stats?from={month}&interval=day'),
  get('stats?from={day}&interval=hour'),
  get('refused'),
  get('refused?reason=ip'),
  get('refused/origins?from={month}'),
  get('/organizations/bench/stats'),
  // Settings.
  get('environments'),
  get('settings'),
  get('keys'),
  get('erasures'),
  get('sourcemaps'),
  post('filters/preview', { filter: 'releases', entries: ['1.0.*'] }),
  post('filters/preview', { filter: 'messages', entries: ['*order 17*'] }),
  post('filters/preview', { filter: 'ips', entries: ['192.0.2.0/24'] }),
  post('filters/preview', { filter: 'localhost', entries: [] }),
  get('/organizations/bench/audit'),
  get('/organizations/bench/audit?action=project.settings'),
  get('/organizations/bench/members'),
  get('/organizations/bench/erasures'),
];

const OF_PROGRAMS = [
  'issues',
  'issues?sort=count',
  'issues?sort=users&status=open',
  'issues?environment=staging',
  'issues?query=fault%2017',
  'issues/{issue}',
  'issues/{issue}/events',
  'exceptions',
  'exceptions?level=fatal',
  'exceptions?query=nowhere',
  'traces',
  'traces?environment=staging',
  'traces?query=nowhere',
  'traces/{trace}',
  'spans',
  'spans?name=checkout',
  'spans?name=nowhere',
  'spans?trace={trace}',
  'spans/{span}',
  'metrics',
  'metrics/lcp',
  'logs',
  'logs?query=nowhere',
  'hits',
  'hits/days',
  'users',
  'stats?interval=day',
].map(get);

/** Every question, each once. */
export const QUESTIONS = [...OF_PAGES, ...OF_PROGRAMS];

/** The name of a question in tables. */
export const nameOf = ({ address, body }) => (body === undefined ? address : `${address} ${body.filter}`);

/** Whether the service of source maps answers it instead of the API. */
export const isOfSourcemaps = ({ address }) => /^(?:releases|sourcemaps)\b/.test(address);
