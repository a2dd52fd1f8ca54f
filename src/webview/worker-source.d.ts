/** The bundled worker as text; made by esbuild.mjs. */
declare module 'worker-source' {
  const source: string;
  export default source;
}
