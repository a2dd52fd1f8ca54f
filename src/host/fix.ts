import { relative, sep } from 'node:path';
import type { Configuration } from '../core/configuration';
import type { Ops } from '../core/project';
import { fixesFor, noneFits, type Outcome, refactorInTree, refactorLoop, verify } from '../core/refactorings';
import type { Finding } from '../core/rules';
import type { ScanReport } from '../report';
import { bestFirst, type FixChoice, mayServe, wantedFor, wantsLoops } from './fix-choice';
import { whatWentWrong } from './fix-proof';
import type { AppliedFix, Considered, Fate, FixEdit, Fixes, FixPlace } from './fix-result';
import { changedOps, type Subject, subjectsIn } from './fix-subjects';
import { type FixTexts, fixTexts } from './fix-texts';
import { type FileAnswer, Session } from './session';

export interface FixRequest {
  /** What a scan of the same paths found. */
  readonly report: Pick<ScanReport, 'ops' | 'findings' | 'tree'>;
  /** Unsaved buffers, which win over the disk; files relative to the root. */
  readonly open?: ReadonlyMap<string, string>;
  /** Absolute files and folders that were scanned. */
  readonly paths: readonly string[];
  readonly treeRoot: string | null;
  readonly configuration: Configuration;
  readonly jobs: number;
  readonly cacheDir: string | null;
  readonly choice: FixChoice;
  /** Why a file must be left alone, in words; null where it may be edited. */
  readonly whyUntouchable: (file: string) => string | null;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: {
    readonly phase: string;
    readonly done: number;
    readonly total: number;
  }) => void;
}

/** Rounds over all files, for edits that make others possible. */
const MOST_ROUNDS = 5;

/**
 * Finds what can be done about the findings of a scan, and does it in memory: one edit after the other, each on the
 * result of the last, the files that it touched analysed anew before the next. An edit that does not remove what it
 * should, or brings a finding that was not there, is taken back and counts as refused.
 */
export async function findFixes(request: FixRequest): Promise<Fixes> {
  const { report, open, treeRoot, jobs, cacheDir, choice, signal } = request;
  const { root } = report.tree;
  const session = await Session.start({ root, treeRoot, jobs, cacheDir });
  for (const [file, text] of open ?? []) session.setText(file, text);
  try {
    const run = new FixRun(request, session, fixTexts(root, open));
    const partial = await run.all(filesToVisit(report, choice));
    return { applied: run.applied, left: run.left, texts: run.texts, partial: partial || signal.aborted };
  } finally {
    await session.close();
  }
}

/** Files with a finding, or an ops, that the choice is about. */
function filesToVisit({ findings, ops }: FixRequest['report'], choice: FixChoice): readonly string[] {
  const byFinding = findings.filter(({ code }) => mayServe(code, choice)).map(({ file }) => file);
  const named = ops.filter(({ name }) => choice.ops.includes(name)).map(({ file }) => file);
  const asked = wantedFor([], { slot: 'exit_batch' }, choice).length > 0 ? ops.map(({ file }) => file) : [];
  return [...new Set([...byFinding, ...named, ...asked])].sort();
}

class FixRun {
  readonly texts: FixTexts;
  readonly applied: AppliedFix[] = [];
  readonly #request: FixRequest;
  readonly #session: Session;
  readonly #left = new Map<string, Considered>();
  /** Ops by file, as they are now. */
  readonly #ops = new Map<string, readonly Ops[]>();
  readonly #mentions = new Map<string, readonly string[]>();
  /** No refactoring is done twice to one handler, so that no two undo each other for ever. */
  readonly #done = new Set<string>();

  constructor(request: FixRequest, session: Session, texts: FixTexts) {
    this.#request = request;
    this.#session = session;
    this.texts = texts;
    for (const ops of request.report.ops) this.#ops.set(ops.file, [...(this.#ops.get(ops.file) ?? []), ops]);
  }

  get left(): readonly Considered[] {
    return [...this.#left.values()].sort(({ place: a }, { place: b }) =>
      a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line,
    );
  }

  /** @returns whether it was interrupted */
  async all(files: readonly string[]): Promise<boolean> {
    for (const file of files) this.#pin(file);
    let visit = files;
    for (let round = 0; round < MOST_ROUNDS && visit.length > 0; round++) {
      for (const [done, file] of visit.entries()) {
        this.#request.onProgress({ phase: 'fixing', done, total: visit.length });
        if (!(await this.#file(file))) return true;
      }
      visit = await this.#session.stale(files);
    }
    return false;
  }

  /** Analysis and edits see the same text, whatever becomes of the file meanwhile. */
  #pin(file: string): void {
    const text = this.texts.read(file);
    if (text !== null) this.#session.setText(file, text);
  }

  async #answer(file: string): Promise<FileAnswer | null> {
    const { configuration, signal } = this.#request;
    const answer = await this.#session.answer(file, configuration, () => signal.aborted);
    if (answer) this.#ops.set(file, answer.ops);
    return answer;
  }

  /** @returns false where it was interrupted */
  async #file(file: string): Promise<boolean> {
    for (const [key, { place }] of this.#left) if (place.file === file) this.#left.delete(key);
    const settled = new Set<string>();
    for (;;) {
      const answer = await this.#answer(file);
      if (!answer || this.#request.signal.aborted) return false;
      const subject = subjectsIn(answer, this.#request.choice).find(({ key }) => !settled.has(key));
      if (!subject) return true;
      if ((await this.#subject(subject, answer)) === 'settled') settled.add(subject.key);
      else settled.clear();
    }
  }

  async #subject(subject: Subject, answer: FileAnswer): Promise<'settled' | 'changed'> {
    const place = this.#placeOf(subject, answer);
    const outcomes = await this.#outcomes(subject, answer, place).catch(error => [failed(error)]);
    if (outcomes.length === 0) return 'settled';
    const refused: Outcome[] = [];
    for (const found of bestFirst(outcomes)) {
      const edit = this.#placed(found);
      const deed = deedOf(subject, edit, place);
      if (deed !== null && this.#done.has(deed)) continue;
      const fate = this.#fateOf(edit);
      if (fate !== null) {
        this.#left.set(subject.key, { place, outcomes, fate });
        return 'settled';
      }
      const problem = await this.#apply(edit, place);
      if (problem === null) {
        if (deed !== null) this.#done.add(deed);
        return 'changed';
      }
      refused.push(refusedBecause(edit, problem));
    }
    const rest = outcomes.filter(({ kind }) => kind === 'refused');
    this.#left.set(subject.key, { place, outcomes: [...refused, ...rest], fate: { kind: 'refused' } });
    return 'settled';
  }

  #placeOf(subject: Subject, { file, findings }: FileAnswer): FixPlace {
    const { range } = subject.kind === 'handler' ? subject.exitPath : subject.loop;
    const line = this.texts.lineBefore(file, range.start.line);
    if (subject.kind === 'loop') {
      const own = findings.filter(({ ops, range: at }) => ops === null && at.start.line === range.start.line);
      return { file, line, name: subject.loop.function, slot: null, handler: null, findings: own };
    }
    const { ops, exitPath } = subject;
    const own = findings.filter(finding => finding.ops === ops.name && finding.slot === exitPath.slot);
    return { file, line, name: ops.name, slot: exitPath.slot, handler: exitPath.handler, findings: own };
  }

  async #outcomes(subject: Subject, answer: FileAnswer, { findings }: FixPlace): Promise<readonly Outcome[]> {
    const { choice } = this.#request;
    const bench = {
      ...this.#session.workbench(answer.slots),
      texts: {
        read: (file: string) => this.texts.read(file),
        filesMentioning: (word: string) => this.#filesMentioning(word, answer),
      },
    };
    if (subject.kind === 'loop')
      return findings.length === 0 || !wantsLoops(choice)
        ? []
        : refactorLoop({ ...bench, loop: subject.loop });
    const { ops, exitPath } = subject;
    const codes = findings.map(({ code }) => code);
    const wanted = wantedFor(codes, exitPath, choice).map(({ id }) => id);
    const orphan = choice.only.length > 0 ? undefined : codes.find(code => fixesFor(code).length === 0);
    if (wanted.length === 0 && orphan === undefined) return [];
    const request = { ...bench, ops, exitPath, all: [...this.#ops.values()].flat() };
    const outcomes = await refactorInTree(request, file => this.#opsOutside(file));
    const chosen = outcomes.filter(
      ({ refactoring }) =>
        wanted.includes(refactoring) || (refactoring === 'none' && choice.only.length === 0),
    );
    if (chosen.length > 0 || choice.only.length > 0) return chosen;
    return [
      noneFits(
        wanted.length === 0
          ? `no refactoring removes \`${orphan}\`: \`pernet-lens explain ${orphan}\` tells what does`
          : `\`${exitPath.handler}\` has the form that none of ${wanted.join(', ')} is about`,
      ),
    ];
  }

  /** Ops of a file outside the paths, which has something in common with one inside. */
  async #opsOutside(file: string): Promise<readonly Ops[]> {
    return this.#wasScanned(file) ? [] : ((await this.#answer(file))?.ops ?? []);
  }

  #wasScanned(file: string): boolean {
    const { paths, report } = this.#request;
    const { root } = report.tree;
    return paths.some(path => {
      const name = relative(root, path).split(sep).join('/');
      return name === '' || name === file || file.startsWith(`${name}/`);
    });
  }

  /** Looks through the disk once for each word; the texts that were edited since are looked at each time. */
  async #filesMentioning(word: string, { slots }: FileAnswer): Promise<readonly string[]> {
    let found = this.#mentions.get(word);
    if (!found) {
      found = await this.#session.workbench(slots).texts.filesMentioning(word);
      this.#mentions.set(word, found);
    }
    const edited = this.texts.edited();
    const whole = new RegExp(`\\b${word}\\b`);
    const now = edited.filter(file => whole.test(this.texts.read(file) ?? ''));
    return [...new Set([...found.filter(file => !edited.includes(file)), ...now])].sort();
  }

  /** Why an edit is not made; null where it is. */
  #fateOf(edit: FixEdit): Fate | null {
    const { ask, dry } = this.#request.choice;
    const asks = edit.questions.length > 0;
    if (asks && !ask && !dry) return { kind: 'asked', edit };
    const blocked = this.#whyBlocked(edit);
    if (blocked !== null) return { kind: 'left-alone', edit, ...blocked };
    return dry ? { kind: asks ? 'asked' : 'possible', edit } : null;
  }

  #whyBlocked({ edits }: FixEdit): { readonly file: string; readonly why: string } | null {
    for (const { file } of edits) {
      if (this.texts.read(file) === null) return { file, why: 'it cannot be read' };
      if (this.texts.isOdd(file))
        return { file, why: 'it is not valid UTF-8, and would be damaged; convert it first' };
      const why = this.#request.whyUntouchable(file);
      if (why !== null) return { file, why };
    }
    return null;
  }

  /** Makes an edit and looks what has become of the findings. @returns what was wrong with it, the edit taken back */
  async #apply(edit: FixEdit, place: FixPlace): Promise<string | null> {
    const files = edit.edits.map(({ file }) => file);
    const before = await this.#answers(files);
    const texts = new Map(files.map(file => [file, this.texts.read(file)!]));
    const { parser, tables } = this.#session.workbench(this.#request.report.tree);
    const broken = verify(edit, file => this.texts.read(file), { parser, tables });
    if (broken.length > 0) return bug(broken.join('; '));
    const edited: string[] = [];
    const takeBack = async (): Promise<void> => {
      for (const file of edited) {
        this.texts.undo(file);
        this.#pin(file);
      }
      await this.#answers(files);
    };
    try {
      for (const { file, edits } of edit.edits) {
        this.texts.edit(file, edits);
        edited.push(file);
        this.#pin(file);
      }
    } catch (error) {
      await takeBack();
      return bug(error);
    }
    const after = await this.#answers(files);
    const served = place.findings
      .map(({ code }) => code)
      .filter(code => fixesFor(code).includes(edit.refactoring));
    const problem = whatWentWrong(before.flatMap(findingsOf), after.flatMap(findingsOf), served);
    if (problem !== null) {
      await takeBack();
      return problem;
    }
    const changes = files.map(file => ({ file, before: texts.get(file)!, after: this.texts.read(file)! }));
    this.applied.push({ place, edit, changes, ops: changedOps(before, after) });
    return null;
  }

  async #answers(files: readonly string[]): Promise<readonly FileAnswer[]> {
    const answers: FileAnswer[] = [];
    for (const file of files) {
      const answer = await this.#answer(file);
      if (answer) answers.push(answer);
    }
    return answers;
  }

  /** The edit with its questions at the lines of the files on disk. */
  #placed(edit: FixEdit): FixEdit {
    return {
      ...edit,
      questions: edit.questions.map(question => {
        const line = (at: number): number => this.texts.lineBefore(question.file, at);
        const { start, end } = question.range;
        const range = { start: { ...start, line: line(start.line) }, end: { ...end, line: line(end.line) } };
        return { ...question, range };
      }),
    };
  }
}

const findingsOf = ({ findings }: FileAnswer): readonly Finding[] => findings;

/**
 * What must not be done a second time. What removes no finding is done once to an ops, whatever its handlers are called
 * by then; one function can have many loops.
 */
function deedOf(
  subject: Subject,
  { refactoring, gainless }: FixEdit,
  { file, name, findings }: FixPlace,
): string | null {
  if (subject.kind === 'loop') return null;
  return gainless || findings.length === 0 ? `${file} ${name} for nothing` : `${subject.key} ${refactoring}`;
}

const bug = (error: unknown): string =>
  `pernet-lens failed (${error instanceof Error ? error.message : String(error)}); please report it as a bug`;

/** One handler that a refactoring fails on leaves the others as they are. */
const failed = (error: unknown): Outcome => ({
  kind: 'refused',
  refactoring: 'none',
  title: 'No refactoring could be tried',
  shortTitle: 'No refactoring could be tried',
  row: null,
  reason: bug(error),
  evidence: '',
});

const refusedBecause = ({ refactoring, title, shortTitle }: FixEdit, problem: string): Outcome => ({
  kind: 'refused',
  refactoring,
  title,
  shortTitle,
  row: null,
  reason: `the edit did not do what it should, and was taken back: ${problem}`,
  evidence: '',
});
