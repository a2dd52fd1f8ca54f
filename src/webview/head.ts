/** What is read first: the claim in exact counts, then what is simulated, then what can be done with it. */
import {
  COUNT_KEYS,
  COUNT_LABELS,
  count,
  countsSentence,
  csv,
  growthWords,
  json,
  markdown,
  simulatedSentence,
} from '../report/simulation';
import { button, h, table } from './dom';
import type { Host } from './host';
import type { Part, View } from './view';

export interface Head extends Part {
  /** Says something at the side of the buttons, e.g. that a text was copied. */
  readonly say: (words: string) => void;
}

export function head(host: Host, pin: () => void): Head {
  let view: View | undefined;
  const title = h('h1');
  const source = h('p', { class: 'source' });
  const counts = h('p', { class: 'counts' });
  const simulated = h('p', { class: 'simulated' });
  const verdict = h('p', { class: 'verdict' });
  const growth = h('p', { class: 'growth-words' });
  const change = h('p', { class: 'change-words' });
  const said = h('output', { class: 'said' });
  const say = (words: string) => {
    said.textContent = words;
  };
  const withReport = (act: (report: View['report']) => void) => () => view && act(view.report);
  const save = (name: string, type: string, render: (report: View['report']) => string) =>
    withReport(report => host.save(name, type, render(report)));
  const tools = h(
    'div',
    { class: 'actions' },
    button(
      'Copy as Markdown',
      withReport(report => void host.copy(markdown(report)).then(() => say('Copied.'))),
    ),
    button('Export JSON', save('dismantle.json', 'application/json', json)),
    button('Export CSV', save('dismantle.csv', 'text/csv', csv)),
    button('Pin', pin, { title: 'Keep this result beside the next ones' }),
    said,
  );
  return {
    element: h(
      'header',
      { class: 'head' },
      h('div', { class: 'titles' }, title, source),
      tools,
      counts,
      verdict,
      simulated,
      growth,
      change,
    ),
    say,
    show: next => {
      view = next;
      const { report } = next;
      title.textContent = report.question.title;
      source.replaceChildren(...sourceOf(next, host));
      counts.textContent = countsSentence(report.tally, report.question);
      simulated.textContent = simulatedSentence(report);
      verdict.textContent = report.verdict ? verdictWords(report.verdict) : '';
      verdict.className = `verdict ${report.verdict?.gained ? 'gained' : 'not-gained'}`;
      growth.textContent = growthWords(report) ?? '';
      change.textContent = `${next.isAsking ? 'Refactorings are being asked what they offer; until they answer: ' : ''}${report.question.change.join(' ')}`;
    },
  };
}

/** `No gain: …` becomes what the reader is to expect: nothing was built, nothing was measured. */
const verdictWords = ({ gained, words }: { gained: boolean; words: string }): string =>
  gained ? `Simulated: ${words}` : words.replace(/^No gain( in time)?:/, 'No gain expected$1:');

function sourceOf({ start, report }: View, host: Host): (Node | string)[] {
  const [id, other] = report.question.subject;
  const known = other === undefined ? start.tree?.ops.find(({ op }) => op.id === id) : undefined;
  const words = [...report.question.assumptions, ...(start.tree && start.hint ? [start.hint] : [])];
  const assumed = words.length > 0 ? [h('span', {}, words.join(' '))] : [];
  if (!known) return assumed;
  const { file, line } = known.source;
  const place = `${file}:${line}`;
  const link = host.openSource
    ? button(place, () => host.openSource?.(file, line), { class: 'link' })
    : h('span', {}, place);
  return [link, ...assumed];
}

/** Display 1: every exact count, of what is looked at and of the whole. */
export function countsTable(): Part {
  const holder = h('div', { class: 'table' });
  const element = h('section', { class: 'chart exact', 'aria-labelledby': 'exact-counts' }, holder);
  return {
    element,
    show: ({ report: { tally, after, question } }) => {
      const { subject, whole, batch } = tally;
      const sides = [...(subject ? [subject] : []), whole];
      const paid = COUNT_KEYS.filter(name =>
        sides.some(side => side.before[name] > 0 || (side.after?.[name] ?? 0) > 0),
      );
      const names = after ? ['before', 'after'] : ['as it is'];
      const columns = subject ? [...names, ...names.map(name => `all ops, ${name}`)] : names;
      const made = table(
        `Exact counts in a batch of ${count(batch)} netns. ${question.assumedByHand ? 'Before follows from the code, after from what is assumed by hand' : 'They follow from the code'}; no price enters.`,
        ['', ...columns],
        paid.map(name => [
          COUNT_LABELS[name],
          ...sides.flatMap(side =>
            [side.before, ...(side.after ? [side.after] : [])].map(counts => count(counts[name])),
          ),
        ]),
      );
      made.caption?.setAttribute('id', 'exact-counts');
      made.classList.add('roomy');
      for (const row of made.tBodies[0]!.rows) {
        const [, first, second] = [...row.cells];
        if (after && first && second && first.textContent !== second.textContent)
          row.classList.add('differs');
      }
      // most sliders change no count: what is equal needs no layout
      if (!holder.firstChild?.isEqualNode(made)) holder.replaceChildren(made);
    },
  };
}
