import { otlpSnippets } from './otlpSnippets';
import { sentrySnippets, type Addresses } from './sentrySnippets';
import { originOf, type Place, type Snippet } from './snippet';
import { sluiceSnippets } from './sluiceSnippets';

/** What a program reports with. */
export interface Sdk {
  readonly id: 'sluice' | 'sentry' | 'otlp';
  readonly label: string;
  /** File of the source code with the whole guide; no service serves it. */
  readonly guide: string;
  /** What to check if an event does not arrive. */
  readonly check: string;
  /** Where it sends events. */
  readonly address: {
    readonly title: string;
    readonly copy: string;
    readonly text: string;
    /** Takes two lines in a narrow window. */
    readonly isLong: boolean;
  };
  /** The most usual first. */
  readonly snippets: readonly [Snippet, ...Snippet[]];
}

/** Returns what programs can report with to a project, and how. */
export const sdksOf = (addresses: Addresses, place: Place): readonly [Sdk, ...Sdk[]] => [
  {
    id: 'sluice',
    label: 'Sluice SDK',
    guide: 'packages/client/README.md',
    check: 'Check the DSN, the console of the browser, and whether a content blocker or a firewall stops the requests.',
    address: { title: 'DSN', copy: 'Copy the DSN', text: addresses.dsn, isLong: true },
    snippets: sluiceSnippets(addresses.dsn, place),
  },
  {
    id: 'sentry',
    label: 'Sentry SDK',
    guide: 'docs/how-to/move-from-sentry.md',
    check: 'Set debug: true, and check that the program can reach this host.',
    address: { title: 'DSN for Sentry SDKs', copy: 'Copy the DSN', text: addresses.sentryDsn, isLong: true },
    snippets: sentrySnippets(addresses, place),
  },
  {
    id: 'otlp',
    label: 'OpenTelemetry',
    guide: 'docs/how-to/send-opentelemetry.md',
    check: 'Check the endpoint and the header, and set OTEL_LOG_LEVEL=warn.',
    address: { title: 'Endpoint', copy: 'Copy the endpoint', text: originOf(addresses.dsn), isLong: false },
    snippets: otlpSnippets(addresses.dsn),
  },
];
