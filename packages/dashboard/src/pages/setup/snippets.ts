/** How one kind of program sends its first event. */
export interface Snippet {
  readonly id: string;
  readonly label: string;
  readonly steps: readonly { readonly title: string; readonly code: string }[];
}

const INSTALL = {
  title: 'Link the SDK from a checkout of Sluice that has been built; it is not in the npm registry yet',
  code: 'npm install "<checkout>/packages/client"',
};

const originOf = (dsn: string): string => dsn.replace(/\/\/[^@/]*@/, '//');
const keyOf = (dsn: string): string => /\/\/([^@/]*)@/.exec(dsn)?.[1] ?? '';

/** Programs in a browser. */
const forPages = (dsn: string): readonly [Snippet, ...Snippet[]] => [
  {
    id: 'page',
    label: 'Page',
    steps: [
      INSTALL,
      {
        title: 'At the start of the program',
        code: `import { init, browserTracing, httpSpans, hits } from '@sluice/client';

init({ dsn: '${dsn}', release: 'web@1.0.0', integrations: [browserTracing(), httpSpans(), hits()] });
throw new Error('first event'); // remove this line again`,
      },
    ],
  },
  {
    id: 'react',
    label: 'React',
    steps: [
      INSTALL,
      {
        title: 'Where the root is created (React 19)',
        code: `import { init, reactErrorHandler } from '@sluice/client';
import { createRoot } from 'react-dom/client';

init({ dsn: '${dsn}', release: 'web@1.0.0' });
createRoot(document.getElementById('root'), {
  onUncaughtError: reactErrorHandler(),
  onCaughtError: reactErrorHandler(),
}).render(<App />);`,
      },
    ],
  },
];

/** Programs on a server. */
const forServers = (dsn: string): readonly Snippet[] => [
  {
    id: 'node',
    label: 'Node',
    steps: [
      INSTALL,
      {
        title: 'At the start of the program',
        code: `import { init, captureException } from '@sluice/client';

init({ dsn: '${dsn}', release: 'worker@1.0.0' });
captureException(new Error('first event'));`,
      },
    ],
  },
  {
    id: 'express',
    label: 'Express',
    steps: [
      INSTALL,
      {
        title: 'Around the routes',
        code: `import { init, expressRequests, expressErrors } from '@sluice/client';
import express from 'express';

init({ dsn: '${dsn}', release: 'api@1.0.0' }); // first of all
const app = express();
app.use(expressRequests()); // before all routes
app.get('/', () => {
  throw new Error('first event');
});
app.use(expressErrors()); // after all routes`,
      },
    ],
  },
];

/** What needs no change of a program. */
const forTools = (dsn: string): readonly Snippet[] => [
  {
    id: 'tag',
    label: 'Script tag',
    steps: [
      {
        title: 'In the head of the page; this server has the file',
        code: `<script
  src="${originOf(dsn)}/sdk/sluice.js"
  data-dsn="${dsn}"
  data-release="web@1.0.0"
></script>`,
      },
    ],
  },
  {
    id: 'bundler',
    label: 'Bundlers',
    steps: [
      {
        title: 'Link the plugin from a checkout of Sluice that has been built',
        code: 'npm install --save-dev "<checkout>/packages/build-plugin"',
      },
      {
        title: 'vite.config.js; webpack, Rollup, Rolldown, esbuild and Rspack have an entry each',
        code: `import sluice from '@sluice/build-plugin/vite';

export default { plugins: [sluice()], build: { sourcemap: 'hidden' } };`,
      },
      {
        title: 'Where the build runs; Profile → Tokens creates the token',
        code: `export SLUICE_URL=${originOf(dsn)} SLUICE_ORG=… SLUICE_PROJECT=… SLUICE_AUTH_TOKEN=slp_…`,
      },
    ],
  },
  {
    id: 'curl',
    label: 'curl',
    steps: [
      {
        title: 'One exception, without an SDK',
        code: `curl -sS ${originOf(dsn)}/api/envelope \\
  -H 'Content-Type: application/json' \\
  -H 'X-Service-Auth: Service service_key=${keyOf(dsn)}' \\
  -d '{"events":[{"type":"exception","timestamp":"'$(date -u +%FT%TZ)'","contexts":{"release":"web@1.0.0"},"payload":{"type":"Error","message":"first event","handled":true}}]}'`,
      },
    ],
  },
];

/** Returns the snippets for a DSN, the most usual first. */
export const snippets = (dsn: string): readonly [Snippet, ...Snippet[]] => [
  ...forPages(dsn),
  ...forServers(dsn),
  ...forTools(dsn),
];
