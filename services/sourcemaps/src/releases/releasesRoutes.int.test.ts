import { describe, expect, test } from '@jest/globals';
import { field, file, formOf, type Part, type SentBody } from '../testing/formOf.js';
import { errorOf, messageOf, type Answer, useSourcemaps } from '../testing/sourcemapsHarness.js';
import { useNewTenant } from '../testing/useNewTenant.js';

const service = useSourcemaps();
const ours = useNewTenant(service);
const describeRelease = (fields: Readonly<Record<string, string>>): Promise<Answer> => post(formOf(partsOf(fields)));

const WHOLE = {
  version: 'shop@1',
  ref: 'abc123',
  url: 'https://ci.example/1',
  deployed_at: '2026-01-31T12:00:00+01:00',
  notes: 'first\nsecond',
};
const described = {
  version: 'shop@1',
  ref: 'abc123',
  url: 'https://ci.example/1',
  deployedAt: '2026-01-31T11:00:00.000Z',
  notes: 'first\nsecond',
};

describe('describing a release', () => {
  test('answers 201 for a new release and 200 for an existing one, both with the record', async () => {
    const first = await describeRelease(WHOLE);
    expect([first.status, first.body]).toEqual([
      201,
      {
        ...described,
        firstSeen: null,
        lastSeen: null,
        exceptions: 0,
        newIssues: 0,
        sourceMaps: 0,
        createdAt: expect.stringMatching(/\.\d{3}Z$/) as unknown,
      },
    ]);
    const again = await describeRelease({ version: 'shop@1' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await read()).body).toEqual(first.body);
  });

  test('writes only sent fields and clears empty ones', async () => {
    await describeRelease(WHOLE);
    await describeRelease({ version: 'shop@1', notes: 'third' });
    expect((await read()).body).toMatchObject({ ...described, notes: 'third' });
    await describeRelease({ version: 'shop@1', url: '', deployed_at: '' });
    expect((await read()).body).toMatchObject({ ...described, notes: 'third', url: null, deployedAt: null });
  });

  test('concurrent descriptions write all fields, and one gets 201', async () => {
    const fields = Object.entries(WHOLE).filter(([name]) => name !== 'version');
    for (let round = 0; round < 20; round += 1) {
      const version = `shop@${round}`;
      const answers = await Promise.all(fields.map(([name, value]) => describeRelease({ version, [name]: value })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
      expect((await read(version)).body).toMatchObject({ ...described, version });
    }
  });

  test.each<[string, SentBody]>([
    ['JSON', jsonOf(WHOLE)],
    ['JSON with a byte order mark', jsonOf(`\uFEFF${JSON.stringify(WHOLE)}`)],
    ['urlencoded', urlencoded(new URLSearchParams(WHOLE).toString())],
    ['a form, with unknown parts', formOf([...partsOf({ ...WHOLE, dist: '1', 'ref[x]y': '2' }), file('x', 'bundle')])],
  ])('is taken as %s', async (_name, body) => {
    const { status, body: answer } = await post(body);
    expect([status, answer]).toMatchObject([201, described]);
  });

  test.each([
    'application/json',
    'application/json;charset=utf8',
    'Application/JSON; Charset=UTF-8',
    'application/json; charset= utf-8',
    'application/json ;charset = "UTF-8" ',
    'application/json\t;\tcharset\t=\t"utf-8"\t; x=y',
    'application/json; x="a"; charset=utf-8; y=z',
  ])('is taken as JSON of the type %j', async (type) => {
    const { status, body } = await post({ ...jsonOf(WHOLE), type });
    expect([status, body]).toMatchObject([201, described]);
  });

  test.each<[string, SentBody, string]>([
    ['no version', formOf(partsOf({ ref: 'a' })), 'version'],
    ['a blank version', formOf(partsOf({ version: '' })), 'version'],
    ['a version that is a file', formOf([file('1', 'version')]), 'version'],
    ['two versions', formOf([field('version', '1'), field('version', '2')]), 'version'],
    ['a version of 251 characters', formOf(partsOf({ version: 'v'.repeat(251) })), 'version'],
    ['a version of 251 emoji', formOf(partsOf({ version: '💥'.repeat(251) })), 'version'],
    ['a control character', formOf(partsOf({ version: 'a\u0000b' })), 'version'],
    ['a field twice', formOf([...partsOf({ version: '1', ref: 'a' }), field('ref', 'b')]), 'ref'],
    ['a field as a list', formOf([...partsOf({ version: '1' }), field('ref[]', 'b')]), 'ref'],
    ['a ref of 251 characters', formOf(partsOf({ version: '1', ref: 'r'.repeat(251) })), 'ref'],
    ['an invalid link', formOf(partsOf({ version: '1', url: 'javascript:alert(1)' })), 'url'],
    ['an invalid time', formOf(partsOf({ version: '1', deployed_at: 'yesterday' })), 'deployed_at'],
    ['a field twice, urlencoded', urlencoded('version=1&notes=a&notes=b'), 'notes'],
    ['nothing, urlencoded', urlencoded(''), 'version'],
    ['a number in JSON', jsonOf({ version: 1 }), 'version'],
    ['a list in JSON', jsonOf({ version: '1', notes: ['a'] }), 'notes'],
    ['half of a pair in JSON', jsonOf(String.raw`{"version":"1","notes":"\ud800"}`), 'notes'],
  ])('refuses %s with a 422 that names the field, and writes nothing', async (_name, body, named) => {
    const answer = await post(body);
    expect(errorOf(answer)).toEqual([422, 'invalid_field']);
    expect(messageOf(answer)).toContain(named);
    expect((await service.ask(`${ours.path}/releases`, { token: ours.token })).body).toMatchObject({ data: [] });
  });

  const broken = formOf(partsOf(WHOLE));
  test.each<[string, SentBody, number, string]>([
    ['another type', { type: 'text/csv', bytes: Buffer.from('a') }, 415, 'unsupported_type'],
    ...[
      'application/json; charset=latin1',
      'application/json; charset= latin1',
      'application/json; charset="utf-16"',
      'application/json; charset=utf-8x',
      'application/json; charset=',
      'application/json; charset=utf-8; charset=latin1',
      'application/x-www-form-urlencoded; CHARSET = "iso-8859-1"',
    ].map((type) => [type, { ...jsonOf(WHOLE), type }, 415, 'unsupported_type'] as [string, SentBody, number, string]),
    ['invalid JSON', jsonOf('{"version":'), 400, 'bad_json'],
    ['JSON that is no object', jsonOf([WHOLE]), 422, 'invalid_body'],
    ['null', jsonOf(null), 422, 'invalid_body'],
    ['a form that does not end', { ...broken, bytes: broken.bytes.subarray(0, -10) }, 400, 'bad_multipart'],
    ['too many parts', formOf(Array.from({ length: 21 }, () => field('x', 'y'))), 400, 'too_many_parts'],
    ['too many fields', urlencoded('a=b&'.repeat(21)), 400, 'too_many_parts'],
    ['a body that is too large', jsonOf({ ...WHOLE, notes: 'x'.repeat(70_000) }), 413, 'too_large'],
    ['a form that is too large', formOf(partsOf({ ...WHOLE, notes: 'x'.repeat(70_000) })), 413, 'too_large'],
  ])('refuses %s', async (_name, body, status, code) => expect(errorOf(await post(body))).toEqual([status, code]));

  test('refuses a compressed body', async () => {
    expect(errorOf(await post(jsonOf(WHOLE), { 'content-encoding': 'gzip' }))).toEqual([415, 'unsupported_type']);
  });
});

describe('releases', () => {
  test('have their version character for character', async () => {
    const odd = ['a', 'A', ' a', 'a ', 'a/b', 'a%2Fb', 'a+b', 'ä', 'a\u0308', '💥', '__proto__', '...'];
    const versions = [...odd, '💥'.repeat(250)];
    for (const version of versions) expect((await describeRelease({ version })).status).toBe(201);
    for (const version of versions) expect((await read(version)).body).toMatchObject({ version });
    for (const version of ['b', 'a%252Fb', 'a/']) expect((await read(version)).status).toBe(404);
  });

  test('are listed in pages, and found by a part of their version', async () => {
    for (const version of ['shop@1', 'shop@2', 'blog@1']) await describeRelease({ version });
    const list = async (query: string): Promise<{ data: { version: string }[]; next: string | null }> =>
      (await service.ask(`${ours.path}/releases${query}`, { token: ours.token })).body as never;
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.next ?? ''}`);
    const versions = [...first.data, ...second.data].map(({ version }) => version);
    expect([versions.sort(), second.next]).toEqual([['blog@1', 'shop@1', 'shop@2'], null]);
    for (const query of ['shop', 'SHOP@']) expect((await list(`?query=${query}`)).data).toHaveLength(2);
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const [since, before] = [await list(`?from=${hourAgo}`), await list(`?to=${hourAgo}`)];
    expect([since.data.length, before.data.length]).toEqual([3, 0]);
  });
});

function jsonOf(value: unknown): SentBody {
  return {
    type: 'application/json; charset=utf-8',
    bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  };
}

function urlencoded(text: string): SentBody {
  return {
    type: 'application/x-www-form-urlencoded',
    bytes: Buffer.from(text),
  };
}

function post(body: SentBody, headers = {}): Promise<Answer> {
  return service.ask(`${ours.path}/releases`, {
    method: 'POST',
    token: ours.tokens['project:releases'],
    body,
    headers,
  });
}

function partsOf(fields: Readonly<Record<string, string>>): Part[] {
  return Object.entries(fields).map(([name, value]) => field(name, value));
}

async function read(version = 'shop@1'): Promise<Answer> {
  return service.ask(`${ours.path}/releases/${encodeURIComponent(version)}`, { token: ours.tokens['project:read'] });
}
