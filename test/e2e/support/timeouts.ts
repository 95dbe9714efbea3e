import { jest } from '@jest/globals';

/** A limit for hanging tests, not for slow ones: on two shared cores, a single command takes a second. */
jest.setTimeout(60_000);
