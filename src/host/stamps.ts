import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Tells which files changed on disk since they were last looked at, for whoever nobody tells. */
export class Stamps {
  readonly #root: string;
  readonly #known = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Remembers how files are that were not looked at before. */
  remember(files: Iterable<string>): void {
    for (const file of files) if (!this.#known.has(file)) this.#known.set(file, this.#stampOf(file));
  }

  /** Of these files, those that are not as they were. */
  changed(files: Iterable<string>): readonly string[] {
    const changed: string[] = [];
    for (const file of files) {
      const stamp = this.#stampOf(file);
      const known = this.#known.get(file);
      if (known !== undefined && known !== stamp) changed.push(file);
      this.#known.set(file, stamp);
    }
    return changed;
  }

  #stampOf(file: string): string {
    const stat = statSync(join(this.#root, file), { throwIfNoEntry: false });
    return stat === undefined ? 'gone' : `${stat.mtimeMs}:${stat.size}`;
  }
}
