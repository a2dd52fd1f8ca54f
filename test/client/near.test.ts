import { expect, test } from 'vitest';
import { foldersAbove, type Surroundings, whyNear } from '../../src/client/near';

/** A file system of these texts by absolute path, and what was read from it. */
function disk(files: Readonly<Record<string, string>>): Surroundings & { readonly read: string[] } {
  const read: string[] = [];
  return {
    read,
    isFile: async path => Object.hasOwn(files, path),
    filesIn: async folder =>
      Object.keys(files)
        .filter(path => foldersAbove(path)[0] === folder)
        .map(path => path.slice(path.lastIndexOf('/') + 1)),
    textOf: async path => {
      read.push(path);
      return files[path] ?? '';
    },
  };
}

const OPS = 'static struct pernet_operations foo_net_ops = {};';

test('a file that names pernet_operations is near, and nothing is read to know', async () => {
  const files = disk({});
  expect(await whyNear('/home/me/foo/foo.c', OPS, files)).toBe('/home/me/foo/foo.c names pernet_operations');
  expect(files.read).toEqual([]);
});

test('a file in a kernel tree is near, wherever the workspace begins', async () => {
  const files = disk({ '/src/linux/include/net/net_namespace.h': '' });
  expect(await whyNear('/src/linux/net/ipv4/tcp.c', 'int a;', files)).toBe(
    '/src/linux/include/net/net_namespace.h exists',
  );
});

test('a file for which somebody wrote a configuration is near', async () => {
  const files = disk({ '/src/module/.pernet-lens.json': '{}' });
  expect(await whyNear('/src/module/lib/a.c', 'int a;', files)).toBe('/src/module/.pernet-lens.json exists');
});

test('a helper beside a file with ops is near', async () => {
  const files = disk({ '/src/foo/main.c': OPS, '/src/foo/table.c': 'int a;' });
  expect(await whyNear('/src/foo/table.c', 'int a;', files)).toBe('/src/foo/main.c names pernet_operations');
});

test('other C is not near, and a folder of any size costs little', async () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`/src/bar/f${i}.c`, 'int a;']));
  const files = disk({ ...many, '/src/bar/notes.txt': OPS, '/src/bar/sub/other.c': OPS });
  expect(await whyNear('/src/bar/f0.c', 'int pernet_operations_count;', files)).toBeNull();
  expect(files.read.length).toBeLessThan(100);
});

test('an untitled buffer has no folders', async () => {
  expect(await whyNear('Untitled-1', 'int a;', disk({}))).toBeNull();
  expect(await whyNear('Untitled-1', OPS, disk({}))).toBe('Untitled-1 names pernet_operations');
});
