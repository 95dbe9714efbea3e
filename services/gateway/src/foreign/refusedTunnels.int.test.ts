import { beforeAll, expect, test } from '@jest/globals';
import { useRedis } from '@sluice/testkit';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { newProject, useGateway, useProjection } from '../testing/gatewayHarness.js';

const redis = useRedis();
const settings = useProjection(redis);
const gateway = useGateway(redis);
const project = newProject();
let key: string;
beforeAll(async () => {
  key = await settings.add(project);
  await settings.projection.markComplete(600_000);
});

test.each<[string, () => string, number]>([
  ['whose key is unknown', () => `https://${'0'.repeat(32)}@x/${project.projectId}`, 401],
  ['with the number of another project', () => `https://${key}@x/7`, 403],
])(
  'a connection answers the next request after a tunneled one %s, whose rest came late',
  async (_name, dsn, status) => {
    const line = `${JSON.stringify({ dsn: dsn() })}\n`;
    const length = 50_000;
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    let received = '';
    socket.on('data', (data) => {
      received += data.toString();
    });
    const until = async (pattern: RegExp): Promise<void> => {
      for (const endMs = Date.now() + 4_000; !pattern.test(received) && Date.now() < endMs;) await wait(5);
      expect(received).toMatch(pattern);
    };
    try {
      socket.write(
        `POST /api/${project.projectId}/envelope/ HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n${line}`,
      );
      await until(new RegExp(`^HTTP/1.1 ${status} `));
      for (let left = length - line.length; left > 0; left -= 10_000) {
        socket.write('x'.repeat(Math.min(left, 10_000)));
        await wait(5);
      }
      socket.write('OPTIONS /api/1/envelope/ HTTP/1.1\r\nhost: x\r\n\r\n');
      await until(/HTTP\/1.1 204 /);
    } finally {
      socket.destroy();
    }
  },
);
