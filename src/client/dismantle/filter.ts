import * as vscode from 'vscode';

/** What can be filtered. */
interface Filtered {
  readonly filter: string;
  filterBy(filter: string): void;
}

/** Asks for words and filters while they are typed; Escape brings the old filter back. */
export function askForFilter(view: Filtered): void {
  const before = view.filter;
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t('Filter ops');
  input.placeholder = vscode.l10n.t('Words of a name, file, handler, rule or cost: net/ipv4 rtnl');
  input.value = before;
  let accepted = false;
  input.onDidChangeValue(value => view.filterBy(value));
  input.onDidAccept(() => {
    accepted = true;
    input.hide();
  });
  input.onDidHide(() => {
    if (!accepted) view.filterBy(before);
    input.dispose();
  });
  input.show();
}
