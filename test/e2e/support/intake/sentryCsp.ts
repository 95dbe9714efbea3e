import { type ExceptionView } from './expectation.js';
import { fieldsOf, textOr, type Fields } from './readEnvelope.js';

/** What a report of a Content Security Policy becomes. Its time is that of the arrival. */
export function expectCsp(body: Buffer, query: URLSearchParams): ExceptionView[] {
  const parsed = JSON.parse(body.toString()) as unknown;
  const reports = Array.isArray(parsed)
    ? (parsed as Fields[]).filter(({ type }) => type === 'csp-violation').map((report) => fieldsOf(report['body']))
    : [fieldsOf(fieldsOf(parsed)['csp-report'])];
  return reports.map((report) => expectReport(report, query));
}

function expectReport(report: Fields, query: URLSearchParams): ExceptionView {
  const of = (...names: readonly string[]): unknown => names.map((name) => report[name]).find((value) => value);
  const directive = textOr(of('effective-directive', 'effectiveDirective', 'violated-directive'), '');
  const blocked = textOr(of('blocked-uri', 'blockedURL'), '');
  const file = textOr(of('source-file', 'sourceFile'), undefined);
  const line = of('line-number', 'lineNumber') as number | undefined;
  const column = of('column-number', 'columnNumber') as number | undefined;
  const frame = { file: file ?? '', function: '', module: null, line: line ?? null, column: column ?? null };
  return {
    type: 'Content Security Policy',
    message: `Blocked '${directive}' from '${URL.canParse(blocked) ? new URL(blocked).host : blocked}'`,
    frames: file === undefined ? [] : [frame],
    causes: [],
    sourceLine: null,
    vars: null,
    level: 'warning',
    handled: true,
    platform: null,
    timestamp: '',
    breadcrumbs: 0,
    tags: {},
    release: query.get('sentry_release'),
    environment: query.get('sentry_environment'),
    traceId: null,
    spanId: null,
    replayId: null,
    contexts: {},
  };
}
