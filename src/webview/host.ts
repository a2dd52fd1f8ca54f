/** Whoever shows the page: VS Code, or a browser with the stand-alone file. */
import type { Offered } from '../core/dismantle';
import type { FromSimulation, SimulationStart, SimulationState, ToSimulation } from '../shared';
import { readState } from './setting';

export interface Host {
  /** Resolves with what to show: kept state, or a new start. */
  readonly begin: () => Promise<{ start: SimulationStart; state: SimulationState | null }>;
  /** A new start while the page is open: another op was chosen in the editor. */
  readonly onStart: (listener: (start: SimulationStart) => void) => void;
  readonly keep: (state: SimulationState) => void;
  /** Asks refactorings about ops; the answer comes to `onOffered`. Null where nobody can be asked. */
  readonly askRefactorings: ((ids: readonly string[]) => void) | null;
  readonly onOffered: (listener: (offered: Offered | null, why: string) => void) => void;
  readonly openSource: ((file: string, line: number) => void) | null;
  readonly copy: (text: string) => Promise<void>;
  readonly save: (name: string, type: string, content: string | Uint8Array<ArrayBuffer>) => void;
}

interface VsCode {
  postMessage(message: FromSimulation): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCode;

export const openHost = (): Host =>
  typeof acquireVsCodeApi === 'function' ? inVsCode(acquireVsCodeApi()) : standAlone();

function inVsCode(vscode: VsCode): Host {
  let listener: (start: SimulationStart) => void = () => {};
  let latest: SimulationStart | undefined;
  let onOffered: (offered: Offered | null, why: string) => void = () => {};
  window.addEventListener('message', ({ data }: MessageEvent<ToSimulation>) => {
    if (data?.type === 'offered') onOffered(data.offered, data.why);
    if (data?.type !== 'start') return;
    latest = data.start;
    listener(data.start);
  });
  return {
    begin: () => {
      const state = readState(vscode.getState());
      vscode.postMessage({ type: 'ready', kept: state && (state.start.id ?? '') });
      if (state) return Promise.resolve({ start: state.start, state });
      if (latest) return Promise.resolve({ start: latest, state: null });
      return new Promise(resolve => {
        listener = start => {
          listener = () => {};
          resolve({ start, state: null });
        };
      });
    },
    onStart: next => {
      listener = next;
    },
    keep: state => vscode.setState(state),
    askRefactorings: ids => vscode.postMessage({ type: 'offered', ids }),
    onOffered: next => {
      onOffered = next;
    },
    openSource: (file, line) => vscode.postMessage({ type: 'openSource', file, line }),
    copy: text => Promise.resolve(vscode.postMessage({ type: 'copy', text })),
    save: (name, _, content) => {
      const isText = typeof content === 'string';
      const written = isText
        ? content
        : btoa(Array.from(content, byte => String.fromCharCode(byte)).join(''));
      vscode.postMessage({ type: 'save', name, content: written, base64: !isText });
    },
  };
}

function standAlone(): Host {
  const text = document.getElementById('pernet-lens-start')?.textContent ?? '';
  const start = JSON.parse(text) as SimulationStart;
  return {
    begin: () => Promise.resolve({ start, state: stateInAddress(start) }),
    onStart: () => {},
    keep: ({ start: _, ...setting }) => {
      history.replaceState(null, '', `#${encodeURIComponent(JSON.stringify(setting))}`);
    },
    askRefactorings: null,
    onOffered: () => {},
    openSource: null,
    copy: copyText,
    save: (name, type, content) => {
      const url = URL.createObjectURL(new Blob([content], { type }));
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    },
  };
}

/** What the page was set to, kept behind the # of the address: a reload and a sent link show the same. */
function stateInAddress(start: SimulationStart): SimulationState | null {
  try {
    return readState({ ...JSON.parse(decodeURIComponent(location.hash.slice(1))), start });
  } catch {
    return null;
  }
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // an insecure origin has no clipboard; a file: page is one in some browsers
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}
