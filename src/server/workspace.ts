import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { CancellationToken, TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { URI } from 'vscode-uri';
import { mayHaveFacts } from '../core/facts';
import { type FileAnswer, Session } from '../host/session';
import { findTreeRoot } from '../host/tree';
import type { Effective, Settings } from './settings';

/** A file of a tree that is being worked on. */
export interface Spot {
  readonly session: Session;
  /** Relative to the session's root. */
  readonly file: string;
  readonly effective: Effective;
}

/** What is known of an open or scanned file. */
export interface Located extends Spot {
  readonly answer: FileAnswer;
}

/** Where buffers without a file live: a folder that is never there. */
const NOWHERE = join(__dirname, 'no-such-folder');

/**
 * Everything that is open: which tree a document belongs to, and what is known of it. One session for each tree; nothing
 * is read for documents that have nothing to do with network namespaces.
 */
export class Workspace {
  readonly documents: TextDocuments<TextDocument>;
  readonly settings: Settings;
  /** Absolute paths of the editor's folders. */
  folders: readonly string[] = [];
  /** A scan of them was asked for, whatever it found. */
  hasScanned = false;
  readonly cacheDir: string | null;
  readonly #sessions = new Map<string, Promise<Session>>();
  readonly #started = new Set<Session>();
  readonly #trees = new Map<string, string | null>();
  /** Files that a scan has answered about. */
  readonly #scanned = new Map<Session, Set<string>>();
  readonly #openFiles = new Map<
    Session,
    { readonly key: string; readonly files: ReadonlyMap<string, string> }
  >();
  /** Told of every analysis that took a while: milliseconds. */
  onAnalysis: (milliseconds: number) => void = () => {};
  onSession: (session: Session) => void = () => {};

  constructor(documents: TextDocuments<TextDocument>, settings: Settings, cacheDir: string | null) {
    this.documents = documents;
    this.settings = settings;
    this.cacheDir = cacheDir;
  }

  get sessions(): readonly Session[] {
    return [...this.#started];
  }

  /** Finds the tree of a document and starts its session; null where we have no business. */
  async spot(uri: string): Promise<Spot | null> {
    const parsed = URI.parse(uri);
    if (parsed.scheme === 'untitled') {
      const effective = await this.settings.for(null, null);
      const session = await this.#session(NOWHERE, null);
      return { session, file: untitledName(parsed), effective };
    }
    return parsed.scheme === 'file' ? this.spotOfPath(parsed.fsPath) : null;
  }

  async spotOfPath(path: string): Promise<Spot> {
    const treeRoot = this.treeOf(path);
    const effective = await this.settings.for(path, treeRoot);
    const root = treeRoot ?? this.#baseOf(path, effective.file);
    const session = await this.#session(root, treeRoot);
    return { session, file: relativeName(root, path), effective };
  }

  /** The kernel tree that a path lies in, or null. */
  treeOf(path: string): string | null {
    const folder = dirname(path);
    const known = this.#trees.get(folder);
    if (known !== undefined) return known;
    const root = findTreeRoot(folder);
    this.#trees.set(folder, root);
    return root;
  }

  /** To be called when a tree may have appeared or gone. */
  forgetTrees(): void {
    this.#trees.clear();
  }

  /** What is known of a document, after an analysis if need be; null where there is nothing to know. */
  async answer(uri: string, token?: CancellationToken): Promise<Located | null> {
    const document = this.documents.get(uri);
    if (document && !mayHaveFacts(basename(URI.parse(uri).path), document.getText())) return null;
    const spot = await this.spot(uri);
    return spot && this.answerAt(spot, token);
  }

  async answerAt(spot: Spot, token?: CancellationToken): Promise<Located | null> {
    const { session, file, effective } = spot;
    const since = performance.now();
    const before = session.known(file);
    const answer = await session.answer(
      file,
      effective.configuration,
      () => token?.isCancellationRequested === true,
    );
    if (answer !== null && answer !== before) this.onAnalysis(performance.now() - since);
    return answer && { ...spot, answer };
  }

  /** A buffer was opened or edited; sessions that have it see the new text. */
  changed(document: TextDocument): void {
    for (const session of this.#started) this.#hand(session, document);
  }

  closed(document: TextDocument): void {
    for (const session of this.#started) {
      const file = this.#fileIn(session, document.uri);
      if (file !== null) session.setText(file, null);
    }
  }

  /** Files on disk changed, came or went. @param paths absolute */
  changedOnDisk(paths: readonly string[]): void {
    for (const session of this.#started) {
      const files = paths.map(path => relativeName(session.root, path)).filter(isInside);
      if (files.length > 0) session.changedOnDisk(files);
    }
  }

  /** The documents that are open in a session. */
  openIn(session: Session): readonly { readonly uri: string; readonly file: string }[] {
    return [...this.#filesOf(session)].map(([file, uri]) => ({ uri, file }));
  }

  keepScanned(session: Session, files: Iterable<string>): void {
    const kept = this.#scanned.get(session) ?? new Set();
    this.#scanned.set(session, kept);
    for (const file of files) kept.add(file);
  }

  scannedIn(session: Session): ReadonlySet<string> {
    return this.#scanned.get(session) ?? new Set();
  }

  /** The answers known now of open and scanned files, by session; those that no longer hold are left out. */
  known(): readonly { readonly session: Session; readonly answers: readonly FileAnswer[] }[] {
    return this.sessions.map(session => {
      const files = new Set([...this.openIn(session).map(({ file }) => file), ...this.scannedIn(session)]);
      return {
        session,
        answers: [...files].sort().flatMap(file => session.known(file) ?? []),
      };
    });
  }

  /** The URI of a file, as the editor spells it where it is open. */
  uriOf(session: Session, file: string): string {
    return this.#filesOf(session).get(file) ?? URI.file(join(session.root, file)).toString();
  }

  /** The innermost of the editor's folders that a path lies in. */
  folderOf(path: string): string | null {
    const around = this.folders.filter(folder =>
      path.startsWith(folder.endsWith(sep) ? folder : folder + sep),
    );
    return around.sort((a, b) => b.length - a.length)[0] ?? null;
  }

  async close(): Promise<void> {
    for (const session of this.#started) await session.close();
  }

  /** Without a tree: the folder of the configuration, the editor's folder, or the file's own. */
  #baseOf(path: string, configurationFile: string | null): string {
    if (configurationFile !== null) return dirname(configurationFile);
    return this.folderOf(path) ?? dirname(path);
  }

  #session(root: string, treeRoot: string | null): Promise<Session> {
    const key = JSON.stringify([root, treeRoot]);
    const known = this.#sessions.get(key);
    if (known) return known;
    const starting = Session.start({
      root,
      treeRoot,
      jobs: availableParallelism(),
      cacheDir: root === NOWHERE ? null : this.cacheDir,
    }).then(session => {
      for (const document of this.documents.all()) this.#hand(session, document);
      this.#started.add(session);
      this.onSession(session);
      return session;
    });
    this.#sessions.set(key, starting);
    starting.catch(() => this.#sessions.delete(key));
    return starting;
  }

  /** URI by file of what is open; asked for every hop of every path, so worked out once for one set of documents. */
  #filesOf(session: Session): ReadonlyMap<string, string> {
    const uris = this.documents.keys();
    const key = uris.join('\n');
    const known = this.#openFiles.get(session);
    if (known?.key === key) return known.files;
    const files = new Map(
      uris.flatMap(uri => {
        const file = this.#fileIn(session, uri);
        return file === null ? [] : [[file, uri] as const];
      }),
    );
    this.#openFiles.set(session, { key, files });
    return files;
  }

  #hand(session: Session, document: TextDocument): void {
    const file = this.#fileIn(session, document.uri);
    if (file !== null) session.setText(file, document.getText());
  }

  #fileIn({ root }: Session, uri: string): string | null {
    const parsed = URI.parse(uri);
    if (parsed.scheme === 'untitled') return root === NOWHERE ? untitledName(parsed) : null;
    if (parsed.scheme !== 'file' || root === NOWHERE) return null;
    const file = relativeName(root, parsed.fsPath);
    return isInside(file) ? file : null;
  }
}

const untitledName = ({ path }: URI): string => {
  const name = path.replace(/^\/+/, '');
  return name.endsWith('.c') || name.endsWith('.h') ? name : `${name}.c`;
};

const relativeName = (root: string, path: string): string => relative(root, path).split(sep).join('/');

const isInside = (file: string): boolean =>
  file !== '' && !file.startsWith('../') && file !== '..' && !/^[A-Za-z]:/.test(file);
