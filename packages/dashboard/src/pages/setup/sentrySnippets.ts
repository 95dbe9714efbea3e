import { uploadEnvironment, type Place, type Snippet } from './snippet';

/** The DSNs of the key that is shown. */
export interface Addresses {
  readonly dsn: string;
  readonly sentryDsn: string;
}

const CHANGE = 'Change the DSN';

/** Returns the snippets for programs that have an SDK of Sentry. */
export const sentrySnippets = ({ dsn, sentryDsn }: Addresses, place: Place): readonly [Snippet, ...Snippet[]] => [
  {
    id: 'sentry-browser',
    label: 'Browser',
    steps: [
      {
        title: CHANGE,
        code: `import * as Sentry from '@sentry/browser'; // or /react, /vue, /angular, /svelte

Sentry.init({
  dsn: '${sentryDsn}',
  release: 'web@1.0.0',
});
throw new Error('first event'); // remove this line after the test`,
      },
      {
        title: 'After a build, upload its source maps for the same release; create the token under Profile → Tokens',
        code: `${uploadEnvironment(dsn, place)}
"<checkout>/node_modules/.bin/sluice" sourcemaps upload dist --release web@1.0.0`,
      },
    ],
  },
  {
    id: 'sentry-node',
    label: 'Node',
    sendsNoOrigin: true,
    steps: [
      {
        title: CHANGE,
        code: `import * as Sentry from '@sentry/node';

Sentry.init({
  dsn: '${sentryDsn}',
  release: 'api@1.0.0',
});
Sentry.captureException(new Error('first event'));`,
      },
    ],
  },
  {
    id: 'sentry-python',
    label: 'Python',
    sendsNoOrigin: true,
    steps: [
      {
        title: CHANGE,
        code: `import sentry_sdk

sentry_sdk.init(
    dsn="${sentryDsn}",
    release="api@1.0.0",
)
sentry_sdk.capture_exception(Exception("first event"))`,
      },
    ],
  },
  {
    id: 'sentry-environment',
    label: 'Environment',
    sendsNoOrigin: true,
    steps: [
      {
        title: 'For programs in any language that set no DSN themselves',
        code: `export SENTRY_DSN=${sentryDsn}
export SENTRY_RELEASE=api@1.0.0`,
      },
    ],
  },
];
