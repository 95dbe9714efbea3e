import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { writeTogether } from './writeTogether.js';

test('writes of one event loop turn are sent together, in order, at its end', async () => {
  const first = recorded();
  const client = Object.assign(new EventEmitter(), { stream: first.stream });
  writeTogether(client);
  client.emit('connect');
  for (const text of ['a', 'b', 'c']) client.stream.write(text);
  expect(first.calls).toEqual([]);
  await turn();
  client.stream.write('d');
  await turn();
  expect(first.calls).toEqual(['abc', 'd']);

  const second = recorded();
  client.stream = second.stream;
  client.emit('connect');
  client.stream.write('e');
  client.stream.write('f');
  await turn();
  expect(second.calls).toEqual(['ef']);
});

test('a connection sends pending writes before the end of the stream', async () => {
  const { stream, calls } = recorded();
  const client = Object.assign(new EventEmitter(), { stream });
  writeTogether(client);
  client.emit('connect');
  stream.write('quit');
  stream.end();
  await turn();
  expect([calls, stream.writableFinished]).toEqual([['quit'], true]);
});

/** A stream, and what each of its system calls would have sent. */
function recorded(): { stream: Writable; calls: string[] } {
  const calls: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      calls.push(chunk);
      done();
    },
    writev: (chunks: readonly { chunk: string }[], done) => {
      calls.push(chunks.map(({ chunk }) => chunk).join(''));
      done();
    },
  });
  return { stream, calls };
}
