import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is switched off for speed, or because it does not build with everything else on. */
const OFF = [
  'WERROR KVM_WERROR DRM_WERROR',
  'KASAN KMSAN KCSAN UBSAN KFENCE GCOV_KERNEL KCOV FTRACE',
  'PROVE_LOCKING PROVE_RCU LOCK_STAT DEBUG_LOCK_ALLOC DEBUG_WW_MUTEX_SLOWPATH DEBUG_SPINLOCK DEBUG_MUTEXES DEBUG_RWSEMS',
  'DEBUG_RT_MUTEXES DEBUG_ATOMIC_SLEEP DEBUG_OBJECTS DEBUG_LIST DEBUG_NET_SMALL_RTNL DEBUG_LOCKING_API_SELFTESTS LOCK_TORTURE_TEST',
  'FAULT_INJECTION LATENCYTOP PROFILE_ANNOTATED_BRANCHES GCC_PLUGINS MODVERSIONS TRIM_UNUSED_KSYMS PREEMPT_DYNAMIC',
  'CFI_CLANG LTO_CLANG_FULL MITIGATION_RETPOLINE CPU_MITIGATIONS X86_KERNEL_IBT RUST',
  'UNWINDER_ORC STACK_VALIDATION DEBUG_FORCE_WEAK_PER_CPU FORTIFY_SOURCE HARDENED_USERCOPY INIT_STACK_ALL_PATTERN',
  'DRM NVME_COMMON BLK_DEV_NULL_BLK SOUND MEDIA_SUPPORT',
].flatMap(line => line.split(' '));

const ON = ['LTO_NONE', 'UNWINDER_FRAME_POINTER', 'INIT_STACK_NONE', 'DEBUG_INFO_NONE'];

/** Our own configurations: everything that builds, and the same without what ops and their files are put under #ifdef for. */
export const CONFIGURATIONS = {
  all: [],
  min: ['NET_NS', 'PROC_FS', 'SYSCTL'],
} as const satisfies Record<string, readonly string[]>;

export type Configuration = keyof typeof CONFIGURATIONS;

/** Debian's packages without which a kernel cannot be configured or compiled. */
const PACKAGES = 'gcc make flex bison bc libelf-dev libssl-dev kmod rsync cpio';

/**
 * Configures a build folder and prepares it for single objects: some minutes, once. A folder that is ready is left alone.
 * @throws with the last lines of make
 */
export function setUp(tree: string, build: string, configuration: Configuration): void {
  const ready = join(build, '.pernet-lens-ready');
  if (existsSync(ready)) return;
  mkdirSync(build, { recursive: true });
  const off = [...OFF, ...CONFIGURATIONS[configuration]];
  const lines = [...off.map(name => `# CONFIG_${name} is not set`), ...ON.map(name => `CONFIG_${name}=y`)];
  const fragment = join(build, '.pernet-lens-config');
  writeFileSync(fragment, `${lines.join('\n')}\n`);
  make(tree, build, ['allyesconfig'], { KCONFIG_ALLCONFIG: fragment });
  make(tree, build, ['prepare']);
  writeFileSync(ready, '');
}

function make(tree: string, build: string, targets: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const { status, stderr, error } = spawnSync(
    'nice',
    ['-n', '10', 'make', '-s', '-C', tree, `O=${build}`, ...targets],
    { encoding: 'utf8', env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  if (status === 0) return;
  const last = (error?.message ?? stderr).trim().split('\n').slice(-5).join('\n');
  throw new Error(
    `make ${targets.join(' ')} in ${build} failed (it needs ${PACKAGES}, and a TREE without .config):\n${last}`,
  );
}
