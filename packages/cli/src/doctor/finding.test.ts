import { describe, expect, test } from '@jest/globals';
import { createStyle } from '../output/style.js';
import { findingLines, ok, warn } from './finding.js';

const details = ['exception, log: spike, none (applies from 2026-11-22T22:00:00Z)', 'all: byte_quota, 12 of 500'];
const findings = [
  ok('redis', 'Redis 7.0 answers'),
  { ...warn('limits', 'demo/demo: byte_quota is met', 'Wait for the end of the hour, or raise it'), details },
];

describe('findings', () => {
  test('are a line each, with details and advice below', () => {
    expect(findingLines(findings, createStyle(false)).split('\n')).toEqual([
      'ok    redis   Redis 7.0 answers',
      'warn  limits  demo/demo: byte_quota is met:',
      `              ${details[0] ?? ''}`,
      `              ${details[1] ?? ''}`,
      '              → Wait for the end of the hour, or raise it',
    ]);
  });

  test('fit a terminal', () => {
    expect(findingLines(findings, createStyle(false, 45)).split('\n')).toEqual([
      'ok    redis   Redis 7.0 answers',
      'warn  limits  demo/demo: byte_quota is met:',
      '              exception, log: spike, none',
      '                (applies from',
      '                2026-11-22T22:00:00Z)',
      '              all: byte_quota, 12 of 500',
      '              → Wait for the end of the',
      '                hour, or raise it',
    ]);
  });
});
