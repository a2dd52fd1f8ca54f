import { dirname } from 'node:path';
import type { Connection } from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import schema from '../../schemas/pernet-lens.schema.json';
import { type Configuration, DEFAULT_CONFIGURATION, readConfiguration } from '../core/configuration';
import { type LoadedConfiguration, loadConfiguration } from '../host/config-file';
import type { EffectiveConfiguration } from '../shared';

/** The section of the editor's settings. */
const SECTION = 'pernetLens';

/** What holds for a folder, and where it is written. */
export interface Effective
  extends Pick<EffectiveConfiguration, 'source' | 'file' | 'problem' | 'configuration'> {
  /** The configuration file as it was read, or refused. */
  readonly loaded: LoadedConfiguration | null;
}

/**
 * Configurations by folder: the nearest `.pernet-lens.json`, else the editor's settings for that folder. A broken one
 * leaves what held before.
 */
export class Settings {
  readonly #connection: Connection;
  readonly #asksEditor: boolean;
  readonly #byFolder = new Map<string, Promise<Effective>>();
  readonly #lastGood = new Map<string, Configuration>();
  readonly #interned = new Map<string, Configuration>();
  /** Settings of editors that cannot be asked: from their start, and what they sent since. */
  #pushed: unknown;
  /** Told of every configuration that was read, and for which folder. */
  onRead: (effective: Effective, folder: string) => void = () => {};

  constructor(connection: Connection, asksEditor: boolean, initial: unknown) {
    this.#connection = connection;
    this.#asksEditor = asksEditor;
    this.#pushed = initial;
  }

  /** Everything is asked and read again when it is needed next. @param pushed settings that the editor sent along */
  forget(pushed?: unknown): void {
    this.#byFolder.clear();
    if (pushed !== undefined) this.#pushed = pushed;
  }

  /** @param path absolute path of a file; null for a buffer that has none */
  for(path: string | null, treeRoot: string | null): Promise<Effective> {
    const folder = path === null ? '' : dirname(path);
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const asked = this.#find(path, folder, treeRoot).then(effective => {
      this.onRead(effective, folder);
      return effective;
    });
    this.#byFolder.set(folder, asked);
    return asked;
  }

  async #find(path: string | null, folder: string, treeRoot: string | null): Promise<Effective> {
    const loaded = path === null ? null : loadConfiguration(folder, treeRoot);
    if (loaded?.kind === 'refused') {
      const configuration = this.#lastGood.get(loaded.file) ?? this.#intern(DEFAULT_CONFIGURATION);
      return { source: 'file', file: loaded.file, problem: loaded.message, configuration, loaded };
    }
    if (loaded && loaded.file !== null) {
      const configuration = this.#intern(loaded.configuration);
      this.#lastGood.set(loaded.file, configuration);
      return { source: 'file', file: loaded.file, problem: null, configuration, loaded };
    }
    return { ...(await this.#fromEditor(path)), file: null, loaded };
  }

  async #fromEditor(path: string | null): Promise<Pick<Effective, 'source' | 'problem' | 'configuration'>> {
    const given = configurationKeys(await this.#editorSettings(path));
    if (Object.keys(given).length === 0) {
      return { source: 'defaults', problem: null, configuration: this.#intern(DEFAULT_CONFIGURATION) };
    }
    const reading = readConfiguration(JSON.stringify(given));
    if (reading.kind === 'read') {
      const configuration = this.#intern(reading.configuration);
      this.#lastGood.set(SECTION, configuration);
      return { source: 'settings', problem: null, configuration };
    }
    const problem = reading.problems.map(({ message }) => `settings ${SECTION}: ${message}`).join('\n');
    const configuration = this.#lastGood.get(SECTION) ?? this.#intern(DEFAULT_CONFIGURATION);
    return { source: 'settings', problem, configuration };
  }

  async #editorSettings(path: string | null): Promise<unknown> {
    if (!this.#asksEditor) return section(this.#pushed);
    try {
      const scope = path === null ? {} : { scopeUri: URI.file(path).toString() };
      return await this.#connection.workspace.getConfiguration({ section: SECTION, ...scope });
    } catch (error) {
      this.#connection.console.warn(`the editor did not answer about its settings: ${String(error)}`);
      return null;
    }
  }

  /** One object for one content, so that answers can tell whether they were given under the same. */
  #intern(configuration: Configuration): Configuration {
    const key = JSON.stringify(configuration);
    const known = this.#interned.get(key);
    if (known) return known;
    this.#interned.set(key, configuration);
    return configuration;
  }
}

const section = (settings: unknown): unknown =>
  isObject(settings) && SECTION in settings ? settings[SECTION] : settings;

/** Of the settings, those that a configuration file may have as well; null stands for "not set". */
function configurationKeys(settings: unknown): Record<string, unknown> {
  if (!isObject(settings)) return {};
  const known = Object.keys(schema.properties).filter(key => key !== '$schema');
  const defaults: Readonly<Record<string, unknown>> = { ...DEFAULT_CONFIGURATION };
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([key, value]) =>
        known.includes(key) && value != null && JSON.stringify(value) !== JSON.stringify(defaults[key]),
    ),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
