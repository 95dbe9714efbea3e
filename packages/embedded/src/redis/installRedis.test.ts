import { expect, test } from '@jest/globals';
import { commandLine } from './installRedis.js';

test('the variables for an unattended installation are passed through sudo, which drops the environment', () => {
  const command = ['apt-get', 'install', '-y', 'redis-server'];
  expect(commandLine(command, false)).toEqual(command);
  const [sudo, option, env, ...rest] = commandLine(command, true);
  expect([sudo, option, env]).toEqual(['sudo', '-n', 'env']);
  expect(rest.slice(-4)).toEqual(command);
  expect(rest).toEqual(expect.arrayContaining(['DEBIAN_FRONTEND=noninteractive', 'SYSTEMD_OFFLINE=1']));
});
