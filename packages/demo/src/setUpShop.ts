import { HOUR_MS } from '@sluice/contract';
import { describeRelease, uploadMaps, type MapFile, type UploadTarget } from '@sluice/uploader';
import { buildShop } from './shop/buildShop.js';
import { SHOP_RELEASES } from './shop/shopRelease.js';

/**
 * Describes the shop's releases and uploads their source maps, except those of the release that has none. Returns the
 * number of maps that are stored. @throws UploadError if the service refuses
 */
export async function setUpShop(target: UploadTarget, nowMs: number, signal: AbortSignal): Promise<number> {
  let stored = 0;
  for (const release of SHOP_RELEASES) {
    const { version, deployedHoursAgo, ref, notes, hasMaps } = release;
    const deployedAt = new Date(nowMs - deployedHoursAgo * HOUR_MS);
    const url = `https://git.example/shop/commit/${ref.slice(0, 12)}`;
    await describeRelease(target, { version, ref, url, notes, deployedAt }, { signal });
    if (!hasMaps) continue;
    const files = buildShop(release).files.map(({ filename, map }): MapFile => {
      return { filename, origin: `${filename}.map`, read: () => Promise.resolve(Buffer.from(map)) };
    });
    for (const { error } of await uploadMaps(target, version, files, { signal })) {
      if (error !== undefined) throw error;
      stored += 1;
    }
  }
  return stored;
}
