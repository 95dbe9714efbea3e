import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createUnreadBytes, type Reader } from './unreadBytes.js';

const LIMITS = { perTokenBytes: 60, perProcessBytes: 200 };

test('a token that holds too much is refused, another token of its organization is not', () => {
  const unread = createUnreadBytes(LIMITS);
  unread.add(reader('a'), 60);
  expect(unread.limitReached(reader('a'), 1)).toBe('token');
  expect(unread.limitReached(reader('a', 'u'), 40)).toBeUndefined();
  expect(unread.limitReached(reader('a', 'u'), 41)).toBe('busy');
  unread.remove(reader('a'), 60);
  expect(unread.limitReached(reader('a'), 60)).toBeUndefined();
});

test('organizations that hold something leave a quarter of the process to those that hold nothing', () => {
  const unread = createUnreadBytes(LIMITS);
  for (const name of ['a', 'b']) for (const token of ['t', 'u']) unread.add(reader(name, token), 37);
  expect(unread.limitReached(reader('a', 'v'), 3)).toBe('busy');
  expect(unread.limitReached(reader('c'), 52)).toBeUndefined();
  expect(unread.limitReached(reader('c'), 53)).toBe('busy');
});

test('a response that is larger than any limit is sent where nothing else is held', () => {
  expect(createUnreadBytes(LIMITS).limitReached(reader('a'), 1_000)).toBeUndefined();
});

test('random schedules keep the limits of tokens, organizations and the process', () => {
  const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
  process.stdout.write(`unread bytes: FC_SEED=${seed}\n`);
  const response = fc.record({
    organization: fc.constantFrom('a', 'b', 'c'),
    token: fc.constantFrom('t', 'u', 'v'),
    bytes: fc.integer({ min: 1, max: 50 }),
    isRead: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(response, { maxLength: 60 }), (responses) => {
      const unread = createUnreadBytes(LIMITS);
      let held: { readonly of: Reader; readonly bytes: number }[] = [];
      const sumOf = (belongs: (of: Reader) => boolean): number =>
        held.reduce((sum, { of, bytes }) => (belongs(of) ? sum + bytes : sum), 0);
      for (const { organization, token, bytes, isRead } of responses) {
        const of = reader(organization, token);
        if (unread.limitReached(of, bytes) === undefined) {
          unread.add(of, bytes);
          held.push({ of, bytes });
        }
        expect(sumOf(({ actorId }) => actorId === of.actorId)).toBeLessThanOrEqual(LIMITS.perTokenBytes);
        expect(sumOf(({ organizationId }) => organizationId === organization)).toBeLessThanOrEqual(100);
        expect(sumOf(() => true)).toBeLessThanOrEqual(LIMITS.perProcessBytes);
        const [oldest, ...rest] = held;
        if (!isRead || oldest === undefined) continue;
        unread.remove(oldest.of, oldest.bytes);
        held = rest;
      }
      for (const { of, bytes } of held) unread.remove(of, bytes);
      expect(unread.limitReached(reader('a'), 1_000)).toBeUndefined();
    }),
    { numRuns: 200, seed },
  );
});

function reader(organizationId: string, token = 't'): Reader {
  return {
    organizationId,
    actorId: `${organizationId}/${token}`,
  };
}
