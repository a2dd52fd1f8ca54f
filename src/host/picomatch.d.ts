/** The part of picomatch that walk.ts uses; the package ships no types. */
declare module 'picomatch' {
  interface Options {
    /** Patterns without `/` match the last part of a path. */
    readonly basename?: boolean;
    /** Wildcards match names that begin with a dot. */
    readonly dot?: boolean;
  }
  export default function picomatch(
    globs: string | readonly string[],
    options?: Options,
  ): (path: string) => boolean;
}
