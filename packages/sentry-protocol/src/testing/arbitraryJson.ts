import fc from 'fast-check';

/** Names that translation reads, so that random objects reach all of it. */
const NAMES =
  'exception values type value stacktrace frames filename abs_path function lineno colno context_line pre_context vars module ' +
  'mechanism exception_id parent_id handled synthetic threads current crashed thread_id message logentry formatted params level ' +
  'platform tags replayId user id email ip_address request url headers query_string cookies data contexts trace trace_id span_id ' +
  'op status runtime os device replay replay_id feedback extra fingerprint breadcrumbs timestamp start_timestamp end_timestamp ' +
  'spans description measurements items attributes name body severity_number sentry.op sentry.release user.name segment_id urls ' +
  'discarded_events reason category quantity csp effective_directive blocked-uri csp-report debug_meta images code_file debug_id ' +
  'event_id release environment sdk version __proto__ constructor toString length';

const name = fc.constantFrom(...NAMES.split(' '));
const plain = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1795894659.335,
    1e300,
    '',
    '?',
    '{{auto}}',
    '{snip} a {snip}',
    '%s {0}',
    'ok',
    '2026-11-28T19:37:39Z',
    '\0',
    '\ud800',
  ),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
);
/** Any JSON, with objects that have names of Sentry's fields. */
export const { json } = fc.letrec<{ json: unknown; list: unknown; object: unknown }>((tie) => ({
  json: fc.oneof({ maxDepth: 6, depthIdentifier: 'json' }, plain, tie('list'), tie('object'), tie('object')),
  list: fc.array(tie('json'), { maxLength: 4, depthIdentifier: 'json' }),
  object: fc
    .array(fc.tuple(name, tie('json')), { maxLength: 8, depthIdentifier: 'json' })
    .map((entries): unknown => Object.fromEntries(entries)),
}));
