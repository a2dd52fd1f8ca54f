-- Runs inside Neovim: opens a tree, edits it, applies a code action, and writes down what it saw.
-- Arguments: PERNET_SERVER (server.cjs), PERNET_TREE (the tree), PERNET_NODE, PERNET_RESULT (a file to write).
local server, tree = vim.env.PERNET_SERVER, vim.env.PERNET_TREE
local seen = {}

local function open(file)
  vim.cmd('edit ' .. tree .. '/' .. file)
  return vim.api.nvim_get_current_buf()
end

local function codes(buffer)
  return vim.tbl_map(function(found) return found.code or found.user_data.lsp.code end, vim.diagnostic.get(buffer))
end

--- Waits until the diagnostics of a buffer are of these codes, and writes down what they are.
local function expect_codes(name, buffer, wanted)
  vim.wait(15000, function() return vim.deep_equal(codes(buffer), wanted) end, 20)
  seen[name] = codes(buffer)
end

local function replace(buffer, from, to)
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  for at, line in ipairs(lines) do
    local changed = line:gsub(from, to)
    if changed ~= line then vim.api.nvim_buf_set_lines(buffer, at - 1, at, false, { changed }) end
  end
end

local function check()
  local client = vim.lsp.start_client({
    name = 'pernet-lens',
    cmd = { vim.env.PERNET_NODE, server, '--stdio' },
    root_dir = tree,
  })
  local main = open('net/quux/quux_main.c')
  vim.lsp.buf_attach_client(main, client)
  expect_codes('on opening', main, { 'exit-takes-rtnl' })
  seen.related = #vim.diagnostic.get(main)[1].user_data.lsp.relatedInformation

  local helper = open('net/quux/quux_table.c')
  vim.lsp.buf_attach_client(helper, client)
  replace(helper, 'rtnl_lock', 'synchronize_rcu')
  expect_codes('after an edit of the helper', main, { 'exit-waits-grace-period' })
  replace(helper, 'synchronize_rcu', 'rtnl_lock')
  expect_codes('and back', main, { 'exit-takes-rtnl' })

  vim.cmd('buffer ' .. main)
  vim.fn.search('quux_exit_net,')
  local hover = vim.lsp.buf_request_sync(main, 'textDocument/hover', vim.lsp.util.make_position_params(), 5000)
  seen.hover = hover[client].result.contents.value

  vim.lsp.codelens.refresh()
  vim.wait(5000, function() return #vim.lsp.codelens.get(main) > 0 end, 20)
  seen.lens = vim.lsp.codelens.get(main)[1].command.title

  seen.actions = {}
  vim.ui.select = function(items, options, choose)
    for _, item in ipairs(items) do
      local title = options.format_item(item)
      table.insert(seen.actions, title)
      if title:find('^Suppress') then choose(item) end
    end
  end
  vim.lsp.buf.code_action()
  expect_codes('after the code action', main, {})
  seen.text = table.concat(vim.api.nvim_buf_get_lines(main, 0, -1, false), '\n')
  vim.lsp.stop_client(client)
  vim.wait(5000, function() return vim.lsp.client_is_stopped(client) end, 20)
  seen.stopped = vim.lsp.client_is_stopped(client)
end

local ok, problem = xpcall(check, debug.traceback)
if not ok then seen.problem = problem end
local file = io.open(vim.env.PERNET_RESULT, 'w')
file:write(vim.fn.json_encode(seen))
file:close()
vim.cmd('qall!')
