" Runs inside Vim: opens a file with ALE, edits it, and writes down what it saw. Environment as eglot.el has it.
set nocompatible runtimepath^=/usr/share/vim-ale
let g:ale_linters = {'c': ['pernet-lens']}
runtime plugin/ale.vim
call ale#linter#Define('c', {
\   'name': 'pernet-lens',
\   'lsp': 'stdio',
\   'executable': $PERNET_NODE,
\   'command': '%e ' . $PERNET_SERVER . ' --stdio',
\   'project_root': {buffer -> fnamemodify($PERNET_FILE, ':h')},
\})

function Messages()
  return map(copy(ale#engine#GetLoclist(bufnr('%'))), {_, found -> found.text})
endfunction

function WaitFor(pattern)
  ALELint
  let patience = 600
  while patience > 0 && match(Messages(), a:pattern) < 0
    sleep 100m
    let patience -= 1
  endwhile
  return Messages()
endfunction

execute 'edit ' . fnameescape($PERNET_FILE)
set filetype=c
let seen = {'on opening': WaitFor('RTNL')}
%s/rtnl_lock/synchronize_rcu/
let seen['after an edit'] = WaitFor('waits in')
call writefile([json_encode(seen)], $PERNET_RESULT)
qall!
