import { expect, test } from '@jest/globals';
import { verifyAwsSignature } from './verifyAwsSignature.js';

/** The account, the time and the requests of AWS's own examples of Signature Version 4 for S3. */
const ACCOUNT = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const NOW = Date.UTC(2013, 4, 24);
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

interface Example {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signature: string;
  readonly body?: string;
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  'a range of an object': {
    method: 'GET',
    url: '/test.txt',
    headers: { range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  'an object to be put': {
    method: 'PUT',
    url: '/test%24file.text',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    body: 'Welcome to Amazon S3.',
  },
  'a list': {
    method: 'GET',
    url: '/?max-keys=2&prefix=J',
    headers: { 'x-amz-content-sha256': EMPTY },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
};

test.each(Object.entries(EXAMPLES))('AWS’s own example is signed well: %s', (_name, example) => {
  expect(verify(example)).toBeUndefined();
  expect(verify(example, { ...ACCOUNT, secretAccessKey: 'another' })).toBe('SignatureDoesNotMatch');
  expect(verify({ ...example, url: `${example.url}x` })).toBe('SignatureDoesNotMatch');
  expect(verify({ ...example, body: 'other bytes' })).toBe('XAmzContentSHA256Mismatch');
  expect(verify(example, ACCOUNT, NOW + 3_600_000)).toBe('RequestTimeTooSkewed');
  expect(verify(example, { ...ACCOUNT, region: 'eu-west-1' })).toBe('AuthorizationHeaderMalformed');
});

test('a request without a signature is refused', () => {
  expect(verifyAwsSignature({ method: 'GET', url: '/', headers: {} }, Buffer.alloc(0), ACCOUNT)).toBe('AccessDenied');
});

function verify({ signature, body = '', ...request }: Example, account = ACCOUNT, now = NOW): string | undefined {
  const headers = { ...request.headers, host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' };
  const signed = Object.keys(headers).sort().join(';');
  const authorization = `AWS4-HMAC-SHA256 Credential=${ACCOUNT.accessKeyId}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signed},Signature=${signature}`;
  return verifyAwsSignature({ ...request, headers: { ...headers, authorization } }, Buffer.from(body), account, now);
}
