import { rowsIn, type ApiClient, type WireObject } from '../api.js';
import {
  type CauseView,
  type Events,
  type ExceptionView,
  type LogView,
  type MetricView,
  type SegmentView,
  type SpanView,
} from './expectation.js';

/** Reads every event of a project through the API, in the form of the expectations. */
export async function readEvents(api: ApiClient): Promise<Events> {
  const [exceptions, spans, logs, segments, metrics] = await Promise.all([
    readExceptions(api),
    readSpans(api),
    readLogs(api),
    readSegments(api),
    readMetrics(api),
  ]);
  return { exceptions, spans, logs, segments, metrics };
}

async function readExceptions(api: ApiClient): Promise<ExceptionView[]> {
  const listed = await api.all('exceptions', { limit: 100 });
  const details = await Promise.all(listed.map(({ id }) => api.get(`exceptions/${String(id)}`)));
  return details.map((detail) => ({
    ...(pick(detail, [
      'type',
      'message',
      'level',
      'handled',
      'platform',
      'timestamp',
      'tags',
      'release',
      'environment',
      'traceId',
      'spanId',
      'replayId',
      'contexts',
    ]) as unknown as ExceptionView),
    frames: framesOf(detail),
    ...newestOf(detail),
    causes: rowsIn(detail['causes']).map((cause) => ({ ...causeOf(cause), parent: cause['parent'] as number | null })),
    breadcrumbs: rowsIn(detail['breadcrumbs']).length,
  }));
}

function newestOf({ frames }: WireObject): Pick<ExceptionView, 'sourceLine' | 'vars'> {
  const { context, vars } = (rowsIn(frames)[0] ?? {}) as {
    context?: { line: string } | null;
    vars?: ExceptionView['vars'];
  };
  return { sourceLine: context?.line ?? null, vars: vars ?? null };
}

const causeOf = (cause: WireObject): CauseView => ({
  type: cause['type'] as string,
  message: cause['message'] as string,
  frames: framesOf(cause),
});

const framesOf = ({ frames }: WireObject): CauseView['frames'] =>
  rowsIn(frames).map(
    (frame) => pick(frame, ['file', 'function', 'module', 'line', 'column']) as unknown as CauseView['frames'][number],
  );

async function readSpans(api: ApiClient): Promise<SpanView[]> {
  const listed = await api.all('spans', { limit: 100 });
  return listed.map(
    (span) =>
      pick(span, [
        'uuid',
        'parentId',
        'traceId',
        'name',
        'op',
        'status',
        'startTime',
        'endTime',
        'duration',
        'release',
        'environment',
        'metrics',
      ]) as unknown as SpanView,
  );
}

async function readLogs(api: ApiClient): Promise<LogView[]> {
  const listed = await api.all('logs', { limit: 100 });
  return listed.map(
    (log) =>
      pick(log, [
        'level',
        'message',
        'timestamp',
        'traceId',
        'spanId',
        'release',
        'environment',
        'attributes',
      ]) as unknown as LogView,
  );
}

async function readSegments(api: ApiClient): Promise<SegmentView[]> {
  const replays = await api.all('replays', { limit: 100 });
  const all = await Promise.all(
    replays.map(async ({ id }) => {
      const { segmentList } = await api.get(`replays/${String(id)}`);
      return Promise.all(
        rowsIn(segmentList).map(async ({ segment, startTime, endTime }) => {
          const { events } = await api.get(`replays/${String(id)}/segments/${String(segment)}`);
          return { replayId: id, segment, startTime, endTime, events } as SegmentView;
        }),
      );
    }),
  );
  return all.flat();
}

async function readMetrics(api: ApiClient): Promise<MetricView[]> {
  const listed = await api.all('metrics', { limit: 100 });
  return listed.map((metric) => pick(metric, ['name', 'count', 'sum', 'min', 'max']) as unknown as MetricView);
}

const pick = (row: WireObject, names: readonly string[]): WireObject =>
  Object.fromEntries(names.map((name) => [name, row[name]]));
