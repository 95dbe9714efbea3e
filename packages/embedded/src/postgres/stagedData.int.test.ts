import { describe, expect, test } from '@jest/globals';
import { testDirectory } from '@sluice/testkit';
import { cp, mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findStagedData, stageData } from './stagedData.js';

const ignore = (): void => undefined;

describe('data outside of its home', () => {
  test('follows a home that was renamed, also while a new one has its path, and back', async () => {
    const { staging, create, pathOf } = await places();
    const said: string[] = [];
    const first = await stageData(await create('.data'), staging, ignore);
    await rename(pathOf('.data'), pathOf('.data.before'));
    const second = await stageData(await create('.data'), staging, (line) => void said.push(line));
    expect(second).not.toBe(first);
    expect(said).toEqual([
      expect.stringContaining(`Databases of earlier ones with this path stay in ${path.dirname(first)}:`),
    ]);
    expect(await findStagedData(pathOf('.data.before'))).toBe(first);
    expect(await findStagedData(pathOf('.data'))).toBe(second);
    await rename(pathOf('.data'), pathOf('.data.restored'));
    await rename(pathOf('.data.before'), pathOf('.data'));
    expect(await findStagedData(pathOf('.data'))).toBe(first);
    expect(await findStagedData(pathOf('.data.restored'))).toBe(second);
    expect(await findStagedData(pathOf('.data'))).toBe(first);
  });

  test('stays where it is if its home was deleted', async () => {
    const { staging, create } = await places();
    const first = await stageData(await create('.data'), staging, ignore);
    await rm(path.join(first, '../../../.data'), { recursive: true });
    const second = await stageData(await create('.data'), staging, ignore);
    const bases = [first, second].map((directory) => path.basename(path.dirname(directory)));
    expect((await readdir(staging)).sort()).toEqual(bases.sort());
  });

  test('is never used by a copy of its home while the home is there', async () => {
    const { staging, create, pathOf } = await places();
    const home = await create('.data');
    const data = await stageData(home, staging, ignore);
    await cp(home, pathOf('copy'), { recursive: true });
    const refused = `names ${data}, which belongs to ${home}. A copy of that directory has no database of its own`;
    await expect(findStagedData(pathOf('copy'))).rejects.toThrow(refused);
    expect(await findStagedData(home)).toBe(data);
    // The home of a version that renamed the data of an earlier one: `location` names that of the new one.
    await create('.data.before');
    await writeFile(path.join(pathOf('.data.before'), 'location'), `${data}\n`);
    await expect(findStagedData(pathOf('.data.before'))).rejects.toThrow(refused);
  });

  test('is never replaced by an empty database if it is missing', async () => {
    const { staging, create, pathOf } = await places();
    const data = await stageData(await create('.data'), staging, ignore);
    await rm(path.dirname(data), { recursive: true });
    await expect(findStagedData(pathOf('.data'))).rejects.toThrow(
      `The data of ${pathOf('.data')} was in ${data}, which is missing. Put it back, or move ${pathOf('.data')} away`,
    );
  });

  test('is none of a home without a location', async () => {
    const { create } = await places();
    expect(await findStagedData(await create('.data'))).toBeUndefined();
  });
});

interface Places {
  readonly staging: string;
  /** Creates a home with a name. */
  readonly create: (name: string) => Promise<string>;
  readonly pathOf: (name: string) => string;
}

async function places(): Promise<Places> {
  const parent = await realpath(await testDirectory('staged'));
  const pathOf = (name: string): string => path.join(parent, name);
  const create = async (name: string): Promise<string> => {
    await mkdir(pathOf(name));
    return pathOf(name);
  };
  return { staging: path.join(parent, 'staging'), create, pathOf };
}
