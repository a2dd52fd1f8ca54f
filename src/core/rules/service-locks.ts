import { isServiceTo } from '../kernel';
import type { Effect } from '../project';

/**
 * A lock that a function of the kernel's own services takes inside, such as the one around every uevent or the driver core's
 * list of devices: no exit path can take it, however its netns come.
 */
export function isLockOfService({ path }: Effect): boolean {
  const [handler, taker] = [path[0], path.at(-1)];
  return handler !== undefined && taker !== undefined && isServiceTo(taker.file, handler.file);
}
