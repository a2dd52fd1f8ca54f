import { spawnSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem } from 'node:os';

const firstLine = (program, ...argv) =>
  spawnSync(program, argv, { encoding: 'utf8' }).stdout?.trim().split('\n')[0] ?? '';

/** Installs Debian packages whose commands are missing. */
export function needCommands(packages) {
  const missing = Object.entries(packages).filter(
    ([command]) => spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0,
  );
  if (missing.length === 0) return;
  const names = missing.map(([, name]) => name);
  console.error(`bench: apt-get install ${names.join(' ')} …`);
  const install = ['apt-get install -y -qq', ...names].join(' ');
  const { status } = spawnSync('sh', ['-c', `${install} || (apt-get update -qq && ${install})`], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) throw new Error(`the peers are missing: ${install}`);
}

/** What was measured on and with what, as pairs of a name and a value. */
export function machine(tree) {
  const [{ model }] = cpus();
  return [
    ['Date', new Date().toISOString().slice(0, 10)],
    ['Processor', `${cpus().length} × ${model.replace(/\s+/g, ' ').trim()}`],
    ['Memory', `${Math.round(totalmem() / 2 ** 30)} GB`],
    ['Load when it began', loadavg()[0].toFixed(1)],
    ['System', `Linux ${release()}`],
    ['Node', process.version],
    ['Coccinelle', firstLine('spatch', '--version').replace(/ compiled.*/, '')],
    ['ripgrep', firstLine('rg', '--version')],
    ['Tree', `Linux ${tree.version}`],
  ];
}
