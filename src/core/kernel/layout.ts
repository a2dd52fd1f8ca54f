/** Where a kernel tree keeps what. Folders are relative to the tree root, without a slash at the end. */

/** Headers that every file may include. */
export const INCLUDE_FOLDER = 'include';

/** Code that serves every subsystem; who calls it has no say in how it locks. */
const SERVICE_FOLDERS: readonly string[] = [
  'kernel',
  'lib',
  'mm',
  'fs/proc',
  'fs/sysfs',
  'fs/kernfs',
  'fs/debugfs',
  'drivers/base',
];

/**
 * Where the functions that exit paths call usually live: searched before the rest of the tree. Order does not change
 * results, only how soon a scan is done.
 */
export const CORE_FOLDERS: readonly string[] = [
  'net',
  ...SERVICE_FOLDERS,
  'security',
  'crypto',
  'block',
  'ipc',
  'init',
  'drivers/char',
];

/** Whether `file` is of the kernel's own services, and `user` is not of the same one: `lib/x.c`, `net/y.c`. */
export const isServiceTo = (file: string, user: string): boolean =>
  SERVICE_FOLDERS.some(folder => file.startsWith(`${folder}/`) && !user.startsWith(`${folder}/`));

/** Never part of the kernel that runs: programs, samples and documents that repeat kernel names, headers without code. */
const NOT_KERNEL: readonly string[] = [
  'include/dt-bindings',
  'include/trace',
  'include/uapi',

  'Documentation',
  'samples',
  'scripts',
  'tools',
  'usr',
  'rust',
  'LICENSES',
];

/** Whether a file can define a function or macro that the kernel runs. */
export const isKernel = (file: string): boolean => !NOT_KERNEL.some(folder => file.startsWith(`${folder}/`));
