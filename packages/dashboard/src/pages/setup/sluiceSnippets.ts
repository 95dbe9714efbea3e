import { keyOf, originOf, uploadEnvironment, type Place, type Snippet } from './snippet';

const INSTALL = {
  title: 'Install the SDK from a built checkout of Sluice; it is not on npm yet',
  code: 'npm install "<checkout>/packages/client"',
};

/** Programs in a browser. */
const forPages = (dsn: string): readonly [Snippet, ...Snippet[]] => [
  {
    id: 'page',
    label: 'Browser',
    steps: [
      INSTALL,
      {
        title: 'At the start of the program',
        code: `import { init, browserTracing, httpSpans, hits } from '@sluice/client';

init({
  dsn: '${dsn}',
  release: 'web@1.0.0',
  integrations: [browserTracing(), httpSpans(), hits()],
});
throw new Error('first event'); // remove this line after the test`,
      },
    ],
  },
  {
    id: 'react',
    label: 'React',
    steps: [
      INSTALL,
      {
        title: 'Where you create the root (React 19)',
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
    sendsNoOrigin: true,
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
    sendsNoOrigin: true,
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
const forTools = (dsn: string, place: Place): readonly Snippet[] => [
  {
    id: 'tag',
    label: 'Script tag',
    steps: [
      {
        title: 'In the head of the page; this server serves the file',
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
        title: 'Install the plugin from a built checkout of Sluice; it is not on npm yet',
        code: 'npm install --save-dev "<checkout>/packages/build-plugin"',
      },
      {
        title: 'In vite.config.js; webpack, Rollup, Rolldown, esbuild and Rspack each have an entry point',
        code: `import sluice from '@sluice/build-plugin/vite';

export default { plugins: [sluice()], build: { sourcemap: 'hidden' } };`,
      },
      {
        title: 'In the environment of the build; create the token under Profile → Tokens',
        code: uploadEnvironment(dsn, place),
      },
    ],
  },
  {
    id: 'curl',
    label: 'curl',
    sendsNoOrigin: true,
    steps: [
      {
        title: 'One exception, without an SDK',
        code: `curl -sS ${originOf(dsn)}/api/envelope \\
  -H 'Content-Type: application/json' \\
  -H 'X-Service-Auth: Service service_key=${keyOf(dsn)}' \\
  -d '{"events":[{
    "type":"exception",
    "timestamp":"'$(date -u +%FT%TZ)'",
    "contexts":{"release":"web@1.0.0"},
    "payload":{"type":"Error","message":"first event","handled":true}
  }]}'`,
      },
    ],
  },
];

/** Returns the snippets for the SDK of Sluice and its tools. */
export const sluiceSnippets = (dsn: string, place: Place): readonly [Snippet, ...Snippet[]] => [
  ...forPages(dsn),
  ...forServers(dsn),
  ...forTools(dsn, place),
];
