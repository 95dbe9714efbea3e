import fc from 'fast-check';
import type { AlertItem, AlertMessage } from '../alertMessage.js';

/** Pieces of text that mean something to some platform, mail client or terminal. */
const PIECES = [
  '@everyone',
  '@here',
  '<!channel>',
  '<!here|x>',
  '<@U123>',
  '<#C1>',
  '<users/all>',
  '@channel',
  '<at>x</at>',
  'https://evil.test/x',
  'http://evil.test',
  'www.evil.test',
  'evil.test',
  'mailto:a@evil.test',
  '//evil.test',
  '[x](https://evil.test)',
  '<https://evil.test|x>',
  '<a href="https://evil.test">x</a>',
  '](https://evil.test)',
  '```',
  '``',
  '`',
  '*',
  '_',
  '~~',
  '||',
  '\\',
  '#',
  '>',
  '-',
  '|',
  '!',
  '![x](https://evil.test/i.png)',
  '<b>',
  '</b>',
  '</code>',
  '</pre>',
  '<script>alert(1)</script>',
  '<!--',
  '&',
  '&lt;',
  '&amp;amp;',
  '"',
  "'",
  '\0',
  '\r\n',
  '\n',
  '\t',
  '\u001b[31m',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u202e',
  '\u2066',
  '\u200b',
  '\ufeff',
  '\ud83d\ude00',
  '\ud83d',
  '\ude00',
  'e\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
  '漢字',
  '\u{e0041}',
  ':smile:',
  ' ',
  'a',
  'TypeError',
  '$&',
  '{{x}}',
  '%s',
  '/start',
  '$USD',
  'javascript:alert(1)',
  '\r\nBcc: eve@evil.test',
];

const piece = fc.constantFrom(...PIECES);
/** Hostile text, sometimes longer than every limit. */
const hostileText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')), weight: 6 },
  { arbitrary: fc.tuple(piece, fc.integer({ min: 1, max: 5000 })).map(([one, times]) => one.repeat(times)), weight: 2 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 400 }), weight: 1 },
);

const page = fc.constantFrom(null, 'https://sluice.example/acme/web/issues/1', 'https://sluice.example/x?a=(1)&b=<2>');
const state = fc.constantFrom('firing' as const, 'recovered' as const, 'notice' as const);
const AT = '2026-11-25T10:31:00.000Z';

const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const issue = fc.record({
  id: fc.uuid(),
  level: hostileText,
  culprit: orNull(hostileText),
  sourceLine: orNull(hostileText),
  firstRelease: orNull(hostileText),
  lastRelease: orNull(hostileText),
  environment: orNull(hostileText),
  events: fc.nat(),
  users: fc.nat(),
  assignee: orNull(hostileText),
});
const series = fc.record({
  value: orNull(fc.double({ noNaN: true })),
  threshold: fc.double({ noNaN: true }),
  direction: fc.constantFrom('above' as const, 'below' as const),
  unit: hostileText,
  windowMinutes: fc.nat(),
  since: orNull(fc.constantFrom(AT, 'yesterday')),
});
const item: fc.Arbitrary<AlertItem> = fc
  .record({
    firingId: fc.uuid(),
    kind: hostileText,
    state,
    rule: fc.record({ id: fc.uuid(), name: hostileText }),
    reason: hostileText,
    title: hostileText,
    subject: hostileText,
    url: page,
    at: fc.constant(AT),
    suppressed: fc.nat(),
    about: fc.oneof(
      issue.map((facts) => ({ issue: facts })),
      series.map((facts) => ({ series: facts })),
    ),
    does: fc.constantFrom({}, { action: { label: 'Lift the cap', url: 'https://sluice.example/lift?token=a_b' } }),
  })
  .map(({ about, does, ...rest }) => ({ ...rest, ...about, ...does }));

/** Messages in which every untrusted text is hostile. Links lead to `https://sluice.example` only. */
export const hostileMessage: fc.Arbitrary<AlertMessage> = fc
  .record({
    id: fc.uuid(),
    organization: hostileText,
    project: orNull(hostileText),
    title: hostileText,
    url: page,
    state: fc.constantFrom('firing' as const, 'recovered' as const, 'notice' as const, 'test' as const),
    severity: fc.constantFrom('critical' as const, 'error' as const, 'warning' as const, 'info' as const),
    items: fc.array(item, { maxLength: 10 }),
    beyond: fc.nat(1000),
    at: fc.constant(AT),
  })
  .map(({ beyond, ...rest }) => ({ ...rest, total: rest.items.length + beyond }));
