/**
 * Shows first what can be seen: parts out of view follow one by one once that is painted, and not at all if something
 * newer comes.
 */
import type { Part, View } from './view';

export function inViewFirst(parts: readonly Part[]): (view: View) => void {
  const seen = new Set<Element>();
  const observer = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target);
      else seen.delete(target);
    }
  });
  for (const { element } of parts) observer.observe(element);
  let next: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;

  return view => {
    clearTimeout(next);
    cancelAnimationFrame(frame);
    const later: Part[] = [];
    for (const part of parts) {
      if (seen.has(part.element)) part.show(view);
      else later.push(part);
    }
    const follow = (): void => {
      const part = later.shift();
      if (!part) return;
      part.show(view);
      next = setTimeout(follow);
    };
    frame = requestAnimationFrame(() => {
      clearTimeout(next);
      next = setTimeout(follow);
    });
    // where nothing is painted, as in a panel behind another, no frame comes
    next = setTimeout(follow, NO_FRAME);
  };
}

/** Milliseconds after which no frame is waited for any more. */
const NO_FRAME = 200;
